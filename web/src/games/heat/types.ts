/** Asks and options of a race, as the wire brings them. */

import type { Game } from "../../generated/heat";
import type * as wire from "../../generated/wire";

export type Ask = wire.Ask<Game>;
export type Option = wire.Option<Game>;
