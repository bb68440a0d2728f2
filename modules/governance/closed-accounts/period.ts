import { defaultPeriodMs } from "#modules/governance/retention";

/** How long a closed account is kept, in ms: an account is no organization's, so that none of them decides. */
export const KEPT_MS = defaultPeriodMs("userData");
