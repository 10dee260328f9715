/** How weapons are drawn. */

import { Weapon } from "../../generated/circus-maximus";

export const ICONS = {
  [Weapon.LASH]: "M-4 4C-2 -5 2 3 4 -4",
  [Weapon.RAM]: "M-4 -3H1V-5L5 0L1 5V3H-4z",
  [Weapon.KNIFE]: "M-5 5L-1.500 1.500L-3 0L0 -1L5 -5L1 1L0 3L-1 2L-4 5z",
  [Weapon.SMALL_KNIFE]: "M-3 3.500L-0.500 1L2.500 -3L3.500 -3.500L3 -2L0 1.500L-2.500 4z",
  [Weapon.DUST]: "M-3 2a3 3 0 1 1 6 0zM-1 -4h2v2h-2z",
  [Weapon.SPEAR]: "M-5 5L4 -4M4 -4l-3 0M4 -4l0 3",
};
export const thin = (weapon: Weapon): boolean => weapon === Weapon.LASH || weapon === Weapon.SPEAR;
