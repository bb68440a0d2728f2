import type { Contribution } from "#platform/module";
import { facts } from "./facts.ts";

/** System administrators, and what the operator of the machine does with commands. */
export const createAdministratorsModule = (): Contribution => ({ facts });
