// Runs compile.py in Pyodide. Arguments: pyodide.mjs, compile.py, the folder with the plan.
import { readFileSync } from "node:fs";

const [runtime, program, folder] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(runtime);
  const python = await loadPyodide({ env: { HOME: "/tmp", PYTHONHASHSEED: "0" } });
  python.mountNodeFS("/work", folder);
  python.runPython(readFileSync(program, "utf-8"));
  python.runPython("run()");
  process.exit(0);
} catch (wrong) {
  // the message alone: a stack would quote the whole runtime, which is one line
  process.stderr.write(`${wrong.message}\n`, () => process.exit(1));
}
