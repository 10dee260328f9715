import { fill, type Args } from "../../lib/i18n.svelte";
import { settings } from "../../lib/settings.svelte";

const EN = {
  board: "The circus", closeup: "Close by", wholeTrack: "The whole circus", turn: "Turn {n}", turnShort: "turn {n}", lap: "lap {n} of {of}",
  eggs: "{n:egg|eggs}", dolphins: "{n:dolphin|dolphins}", mud: "mud",
  start: "Start", finish: "Finish", safe: "safe speed {n}", lane: "lane {n}",
  home: "home", out: "out", dead: "driver dead", safeMan: "driver safe", empty: "runs without a driver", runaway: "runaway team", dragged: "driver dragged",
  standing: "lap {lap} · end. {n}", sheet: "Log sheet", endurance: "Endurance", horses: "Horses", horse: "horse {n}",
  driver: "Driver", modifier: "modifier", hits: "hits", wheels: "Wheels", left: "left", right: "right", car: "Car",
  whip: "Whip", longWhip: "Long whip", none: "none", knife: "knife", throwing: "throwing knife", dust: "dust", spear: "spear", blades: "blades",
  speed: "Speed", written: "written", total: "total", mfLeft: "MFs left", teamSpeed: "team",
  jostled: "jostled", barred: "may not strain", blind: "blinded", used: "{n:MF|MFs} of the next move used", straightOn: "straight on",
  heldOut: "no inside lane", noWhip: "no whip", deadHorse: "dead horse in the traces", slower: "speed −{n}", lashed: "lashed: +{n:MF|MFs}",
  blown: "blown: no endurance left", wounded: "wounded, {n:hit|hits} left", whipWritten: "whip written", offered: "may take {n:MF|MFs} more", jumping: "over an obstacle", rammed: "has rammed horses: cannot win", arm: "whip arm hurt", eye: "eye hurt", wreck: "wreck", carcass: "carcass", man: "driver on foot", flying: "car in the air",
  rSlip: "slip", rDouble: "two lanes", rJostle: "jostled", rHorse: "horse hurt", rFlip: "flip",
  mfs: "{n:MF|MFs}", mfRange: "{low}–{high} MFs", mfNext: "{n:MF|MFs} of the next move",
  strain: "strain {n} (safe {safe})", costs: "−{n} endurance", costsUpTo: "up to −{n} endurance", unharmed: "unharmed {n} %",
  hitChance: "hits {n} %", theyEscape: "they may get away {n} %", youEscape: "you get away {n} %", dangerFlip: "The chariot flips with {n} %.",
  strainOnly: "strain {n}", noRisk: "no corner to strain in, straight ahead", corner: "Corner: strain {n}, safe {safe}", nothing: "nothing",
  withWhip: "and the whip", commit: "Write speed {n}", commitBuild: "Prepare this chariot", reach: "straight ahead to {square}",
  pointsLeft: "{n:point|points} left", pointsOver: "{n:point|points} too many", p0: "Driver", p1: "Car", p2: "Team speed", p3: "Endurance",
  thunderfoot: "Thunderfoot", "flashing-hooves": "Flashing Hooves", "lasting-pleasure": "Lasting Pleasure", "horse-with-no-name": "Horse With No Name",
  pricesLead: "Two points at most on each; dice decide within the span.", purseLeft: "{n:point|points} of {of} left", sealedBuild: "Sealed until all are ready.",
  w0: "added to attack, defence, corners and speed", w1: "its rams hurt three less (light) or three more (heavy)", w2: "squares a turn, before the driver's modifier", w3: "for the whip, corners and brakes; at nought the team tires",
  standingPlain: "in lane {n}",
  brake: "Brake", gallop: "Gallop {n}", stop: "Stop", hint: "Click a square: ahead, or a lane aside. A further square gallops there.",
  hintSpeed: "Click a square to write the speed that reaches it.", tip: "speed {speed}, endurance {n}", evades: "gets away", backs: "brakes back", pushed: "pushed aside", into: "forced into {whom}", wheelLost: "loses a wheel", winner: "Victor", moved: "has moved this turn", legend: "Marks", close: "Close", mine: "mine", onTurn: "moves now", noDriver: "no driver in the car", teamAlone: "team without a car", wheelHurt: "wheel hurt",
  deadOne: "horse dead", way: "free way: so many squares", strained: "corner too fast: strain points and the chance that anything happens", worst: "the same, and a flip is likely", brakeHere: "brake one MF", safeSpeed: "safe speed of the lane",
};
const IT: typeof EN = {
  board: "Il circo", closeup: "Da vicino", wholeTrack: "Tutto il circo", turn: "Turno {n}", turnShort: "turno {n}", lap: "giro {n} di {of}",
  eggs: "{n:uovo|uova}", dolphins: "{n:delfino|delfini}", mud: "fango",
  start: "Partenza", finish: "Arrivo", safe: "velocità sicura {n}", lane: "corsia {n}",
  home: "arrivato", out: "fuori", dead: "auriga morto", safeMan: "auriga salvo", empty: "corre senza auriga", runaway: "tiro in fuga", dragged: "auriga trascinato",
  standing: "giro {lap} · res. {n}", sheet: "Foglio di gara", endurance: "Resistenza", horses: "Cavalli", horse: "cavallo {n}",
  driver: "Auriga", modifier: "modificatore", hits: "punti", wheels: "Ruote", left: "sinistra", right: "destra", car: "Carro",
  whip: "Frusta", longWhip: "Frusta lunga", none: "nessuna", knife: "coltello", throwing: "coltello da lancio", dust: "polvere", spear: "lancia", blades: "lame",
  speed: "Velocità", written: "scritta", total: "totale", mfLeft: "FM rimasti", teamSpeed: "tiro",
  jostled: "sbalzato", barred: "non può forzare", blind: "accecato", used: "{n:FM usato|FM usati} della prossima mossa", straightOn: "diritto",
  heldOut: "non all'interno", noWhip: "senza frusta", deadHorse: "cavallo morto nei finimenti", slower: "velocità −{n}", lashed: "frustato: +{n:FM|FM}",
  blown: "sfiancato: niente resistenza", wounded: "ferito, {n:punto rimasto|punti rimasti}", whipWritten: "frustata scritta", offered: "può prendere {n:FM|FM} in più", jumping: "su un ostacolo", rammed: "ha speronato cavalli: non può vincere", arm: "braccio ferito", eye: "occhio ferito", wreck: "relitto", carcass: "carcassa", man: "auriga a piedi", flying: "carro in aria",
  rSlip: "scivola", rDouble: "due corsie", rJostle: "sbalzato", rHorse: "cavallo ferito", rFlip: "ribalta",
  mfs: "{n:FM|FM}", mfRange: "{low}–{high} FM", mfNext: "{n:FM|FM} della prossima mossa",
  strain: "sforzo {n} (sicura {safe})", costs: "−{n} resistenza", costsUpTo: "fino a −{n} resistenza", unharmed: "illeso {n} %",
  hitChance: "colpisce {n} %", theyEscape: "può sfuggire {n} %", youEscape: "sfuggi {n} %", dangerFlip: "Il carro si ribalta con il {n} %.",
  strainOnly: "sforzo {n}", noRisk: "nessuno sforzo in curva, andando diritto", corner: "Curva: sforzo {n}, sicura {safe}", nothing: "nulla",
  withWhip: "e la frusta", commit: "Scrivi velocità {n}", commitBuild: "Prepara questo carro", reach: "diritto fino a {square}",
  pointsLeft: "{n:punto|punti} da dare", pointsOver: "{n:punto|punti} di troppo", p0: "Auriga", p1: "Carro", p2: "Velocità del tiro", p3: "Resistenza",
  thunderfoot: "Thunderfoot", "flashing-hooves": "Flashing Hooves", "lasting-pleasure": "Lasting Pleasure", "horse-with-no-name": "Horse With No Name",
  pricesLead: "Al massimo due punti per voce; i dadi decidono entro i limiti.", purseLeft: "{n:punto|punti} di {of} rimasti", sealedBuild: "Sigillato finché tutti sono pronti.",
  w0: "si somma ad attacco, difesa, curve e velocità", w1: "speronando fa tre danni in meno (leggero) o in più (pesante)", w2: "caselle a turno, senza il modificatore dell'auriga", w3: "per frusta, curve, freni e fughe; a zero il tiro si stanca",
  standingPlain: "in corsia {n}",
  brake: "Frena", gallop: "Galoppa {n}", stop: "Ferma", hint: "Clicca una casella: avanti o a lato. Una più lontana: al galoppo.",
  hintSpeed: "Clicca una casella per scrivere la velocità che la raggiunge.", tip: "velocità {speed}, resistenza {n}", evades: "si sottrae", backs: "frena indietro", pushed: "spinto a lato", into: "finisce contro {whom}", wheelLost: "perde una ruota", winner: "Vincitore", moved: "ha mosso in questo turno", legend: "Segni", close: "Chiudi", mine: "mio", onTurn: "muove ora", noDriver: "carro senza auriga", teamAlone: "tiro senza carro", wheelHurt: "ruota rotta",
  deadOne: "cavallo morto", way: "via libera: tante caselle", strained: "curva troppo veloce: sforzo e probabilità che succeda qualcosa", worst: "lo stesso, e il ribaltamento è probabile", brakeHere: "frena un FM", safeSpeed: "velocità sicura della corsia",
};

export type CircusWord = keyof typeof EN;

export function w(key: CircusWord, args?: Args): string {
  return fill((settings.language === "it" ? IT : EN)[key], args);
}
