/** Season and campaign as the view tells them: what passes on to the race, and what lies between. */

import type { Event as RaceEvent, Game as Race } from "../../../../generated/circus-maximus";
import type { Game as Campaign } from "../../../../generated/circus-maximus-campaign";
import printed from "../../../../generated/circus-maximus-campaign.board.json";
import type { Fighter, Game as Arena } from "../../../../generated/circus-maximus-arena";
import type { Recruit } from "../../../../generated/circus-maximus-campaign";
import type { Game as Season, Log, Player } from "../../../../generated/circus-maximus-season";
import type { Ask, Option } from "../../../../generated/wire";
import * as mode from "../../../../lib/mode";
import { beyond } from "../../../../lib/mode";
import * as race from "../../model";
import { weightName } from "../../data";
import { w } from "../../words";

/** Both keep stables: one board shows them. */
export type Mode = Season | Campaign;
type View = Mode["View"];
type Event = Mode["Event"];

/** Questions and events of the season that no race has. */
const MOVES = [
  "Done",
  "Sum",
  "BuyCar",
  "BuyDriver",
  "BuyHorse",
  "BuyTeam",
  "Harness",
  "Enter",
  "Against",
  "Devise",
  "Secure",
  "Reveal",
  "Keep",
  "Wait",
  "Waive",
  "Dose",
  "Loosen",
  "Wager",
  "OfferBet",
  "Lend",
  "Borrow",
  "Sell",
  "SellTo",
  "BuyFrom",
  "Exchange",
  "Pick",
  "Fit",
  "AuctionPiece",
  "Propose",
  "Say",
  "Due",
  "Agree",
  "Decline",
  "Auction",
  "TrainDriver",
  "TrainHorse",
  "TrainTeam",
  "GoOn",
  "EndIt",
  "Pass",
  "Bid",
  "NewTeam",
  "TakeHorse",
  "TakeDriver",
  "TakeCar",
  "PutHorse",
  "PutDriver",
  "PutCar",
  "Shift",
  "ShiftCar",
  "TakePart",
  "StayOut",
  "Challenge",
  "Sides",
  "AtOdds",
  "Raise",
  "TurnAbout",
  "SendIn",
  "BetOn",
  "SayMan",
  "Duel",
  "Drill",
  "Choose",
  "Foot",
  "Strike",
  "Throw",
  "Rest",
  "Yield",
  "Cover",
  "Become",
  "FindMoney",
  "ProposeOptions",
  "Laps",
  "TimeLimit",
  "HorseRams",
] as const;
/** The events of a bout. */
const FOUGHT = [
  "Ready",
  "Recruited",
  "Paired",
  "Waits",
  "TurnFought",
  "FeetMoved",
  "Struck",
  "Dropped",
  "PickedUp",
  "Stunned",
  "NetThrown",
  "NetShed",
  "MomentOfTruth",
  "Killed",
  "BoutWon",
  "BoutDrawn",
  "PointsGained",
  "Healed",
] as const;
export const EVENTS = [
  "WeekBegan",
  "SheetWritten",
  "Founded",
  "Bought",
  "Harnessed",
  "Entered",
  "NoRace",
  "BribeOpened",
  "AttackCalledOff",
  "BribeEnded",
  "Waived",
  "DrugsOpened",
  "SabotageOpened",
  "BetsOpened",
  "LaterBets",
  "PaidOff",
  "MoneyChangers",
  "SideBetMade",
  "SideBetSettled",
  "PursesOpened",
  "Returned",
  "Experienced",
  "Recovered",
  "DriverTrained",
  "HorseTrained",
  "TeamTrained",
  "LoanOffered",
  "LoanMade",
  "ChariotOffered",
  "ChariotSold",
  "PieceOffered",
  "PieceSold",
  "PieceSought",
  "BarterOffered",
  "Bartered",
  "PartFitted",
  "SideBetOffered",
  "Declined",
  "Repaid",
  "Defaulted",
  "Unsold",
  "PieceUnsold",
  "InKindSought",
  "PaidInKind",
  "WentBankrupt",
  "SeasonWon",
  "GreyCleared",
  "RoundBegan",
  "Offered",
  "VotesCounted",
  "LotCalled",
  "PrivilegeCalled",
  "BidMade",
  "Passed",
  "LotSold",
  "PrivilegeSold",
  "NoBid",
  "TeamBought",
  "HorseStored",
  "DriverStored",
  "CarStored",
  "Assembled",
  "TermsProposed",
  "TermsAgreed",
  "PartTaken",
  "StayedOut",
  "Crowded",
  "PrizeWon",
  "ChampionMade",
  "Challenged",
  "StakesRaised",
  "MatchAgreed",
  "MatchDecided",
  "FateChosen",
  "CameToRome",
  "StateChariot",
  "RecruitOffered",
  "RecruitCalled",
  "RecruitSold",
  "GladiatorArmed",
  "GalaCalled",
  "NoGala",
  "GalaBets",
  "BoutBegan",
  "GalaPrize",
  "GladiatorDrilled",
  "GladiatorHealed",
  ...FOUGHT,
  "TrackCleared",
  "RingCleared",
  "CampaignWon",
] as const;

const isRaces = (move: Mode["Move"]): move is Race["Move"] => beyond(move, MOVES);

/** Options and asks as the race's own board knows them. */
export const raceOptions = (options: readonly Option<Mode>[]) =>
  mode.raceOptions<Mode, Race>(options, isRaces);
export const raceAsk = (ask: Ask<Mode>) => mode.raceAsk<Mode, Race>(ask, isRaces);

export function raceEvent(event: Event | null): RaceEvent | null {
  return event && beyond(event, EVENTS) ? event : null;
}

/** An event as the arena's own board knows it. */
export function arenaEvent(event: Event | null): Arena["Event"] | null {
  const bout = event && FOUGHT.some((kind) => kind === event.type);
  return bout ? (event as Arena["Event"]) : null;
}

export const composes = (ask: Ask<Mode>): boolean =>
  ask.question === "found"
    ? (ask.options?.length ?? 0) > 1
    : ask.question === "write" && race.composes(raceAsk(ask));

const ON_THE_TRACK: View["phase"]["type"][] = [
  "Racing",
  "Bribing",
  "Drugging",
  "Loosening",
  "BettingAgain",
];
/** Whether the race of the week is being run. */
export const onTheTrack = (view: View): boolean => ON_THE_TRACK.includes(view.phase.type);

/** The bout that is fought; the season has none. */
export const ring = (view: View): Arena["View"] | null =>
  "ring" in view && view.phase.type === "Fighting" ? (view.ring ?? null) : null;

/** Gladiators of a player. */
export const gladiators = (player: Player | Campaign["View"]["players"][number]): Fighter[] =>
  "gladiators" in player ? (player.gladiators ?? []) : [];

/** Gladiators for sale, with the number of the first. */
export const recruits = (view: View): { first: number; men: Recruit[] } =>
  "recruits" in view
    ? { first: (view.hired ?? 0) + 1, men: view.recruits ?? [] }
    : { first: 1, men: [] };

/** Whom a line of the betting sheet of a gala is about; null where it is a race. */
export function fighting(view: View, i: number): Fighter | null {
  const entry = view.entries[i];
  if (!entry || !("show" in view) || !view.show) return null;
  return gladiators(view.players[entry.seat]!)[entry.slot] ?? null;
}

/** A sum in sesterces. */
export const money = (amount: number): string =>
  `${String(amount).replace(/\B(?=(\d{3})+$)/g, "\u202f")} s`;

/** The money of a player: the sum of their accounts. */
export const cash = (player: Player): number => player.books.reduce((a, b) => a + b, 0);

/** The lines of a ledger that are not empty. */
export function ledger(player: Player): { word: string; amount: number }[] {
  return printed.causes.flatMap((cause, i) => {
    const amount = player.books[i] ?? 0;
    return amount ? [{ word: w.any(`cause.${cause}`), amount }] : [];
  });
}

/** All that a seat has bet on a chariot. */
export const onChariot = (view: View, seat: number, i: number): number =>
  (view.bets[seat]?.[i] ?? 0) + (view.later[seat]?.[i] ?? 0);

/** The horses of a sheet from left to right; one that is hurt with what it lacks. */
export const horses = (log: Log): { speed: number; left: number }[] =>
  log.horses.map((speed, i) => ({ speed, left: log.boxes[i] ?? 0 }));

/** Devices and kinds of security, in the order of the sums on a sheet. */
export const { devices, guards } = printed;

/** Chariots for sale, with their numbers; the season has no market. */
export function market(view: View): { number: number; log: Log }[] {
  if (!("market" in view)) return [];
  return view.market.map((log, i) => ({ number: view.sold + i + 1, log }));
}

/** The lot under the hammer: who leads, and with how much. */
export function hammer(
  view: View,
): { leader: number; best: number; least: number; recruit?: boolean; privilege?: boolean } | null {
  const phase = view.phase;
  if (phase.type === "Auctioning") return phase;
  return phase.type === "Raising" ? phase.lot : null;
}

/** What a player has in store, in the words of the terminal's sheet; no one has one in the season. */
export function store(player: Player | Campaign["View"]["players"][number]): string[] {
  if (!("men" in player)) return [];
  return [
    ...player.horses.map((horse) => `${horse.speed}(${horse.boxes})`),
    ...player.men.map(
      (man) => `${man.name} ${man.dm >= 0 ? "+" : ""}${man.dm}, ${man.hits}(${man.most_hits})`,
    ),
    ...player.cars.flatMap((many, weight) => (many ? [`${many} × ${weightName(weight)}`] : [])),
  ];
}

/** Whose things are being named now, if not the player's own. */
export function concerned(view: View): number | null {
  const phase = view.phase;
  switch (phase.type) {
    case "Terms": {
      const { subject, picks } = phase;
      if (subject.type === "BuyFrom") return subject.whom;
      return subject.type === "Exchange" && picks.length > 0 ? subject.whom : null;
    }
    case "Bidding":
      return phase.sale.debtor;
    case "InKind":
      return phase.debtor;
    case "Valuing":
      return phase.claim.debtor;
    default:
      return null;
  }
}

/** How many rounds there are at most. */
export const rounds = (view: View): number =>
  "races" in view.options ? view.options.races : view.options.rounds;

/** Which of the steps of a race is going on: stable, entry, sheet, bets, race. */
export function stepOf(view: View): number {
  if (onTheTrack(view)) return 4;
  if (view.odds.length || view.phase.type === "Betting") return 3;
  if (view.entries.length) return 2;
  return view.players.some((player) => player.faction && !player.stable.length) ? 0 : 1;
}
