// Starts Python from a built site, as its pages do, and runs a program in it.
// Arguments: the site's folder, a Python file, a folder or "", then what its `main` is called with.
// The files of the folder are brought to /out, and what is written there comes back. What `main`
// returns is printed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CODE = "/archive";
const [folder, program, files, ...rest] = process.argv.slice(2);
const bytes = (path) => new Uint8Array(readFileSync(path)); // Pyodide takes no Buffer

try {
  const site = JSON.parse(readFileSync(join(folder, "site.json"), "utf-8"));
  const { loadPyodide } = await import(join(folder, site.runtime, "pyodide.mjs"));
  const python = await loadPyodide({
    stdLibURL: join(folder, site.library),
    env: { HOME: "/tmp", MULTIDICT_NO_EXTENSIONS: "1" },
  });
  const unpack = (name) =>
    python.unpackArchive(bytes(join(folder, site.archives[name])), "zstdtar", { extractDir: CODE });
  unpack("paddock");
  python.pyimport("sys").path.insert(0, CODE);
  python.globals.set("load_migrations", () => unpack("migrations")); // only for an older database
  python.FS.mkdir("/out");
  for (const name of files ? readdirSync(files) : [])
    python.FS.writeFile(`/out/${name}`, bytes(join(files, name)));
  python.runPython(readFileSync(program, "utf-8"));
  const found = await python.globals.get("main")(...rest);
  for (const name of files ? python.FS.readdir("/out") : [])
    if (python.FS.isFile(python.FS.stat(`/out/${name}`).mode))
      writeFileSync(join(files, name), python.FS.readFile(`/out/${name}`));
  process.stdout.write(`${found}`, () => process.exit(0));
} catch (wrong) {
  // the message alone: a stack would quote the whole runtime, which is one line
  process.stderr.write(`${wrong.message}\n`, () => process.exit(1));
}
