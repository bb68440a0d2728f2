import type { Db } from "#db/store";
import { ALL_PURPOSES } from "./proofs.ts";
import { proofsRepository } from "./repository.ts";

export { createMailLimits, type MailPolicies } from "./limits.ts";
export type { AskedMail, MailLimits, MailPurpose, Signup } from "./ports.ts";
export { withdrawShownResets } from "./recovery.ts";
export { accountsRoutes } from "./routes.ts";
export { type AccountsDeps, type AccountsService, createAccountsService } from "./service.ts";

/** Makes every mail sent to a person worthless: an account that changes hands. */
export const dropProofs = (tx: Db, userId: string): Promise<void> =>
	proofsRepository.removeOf(tx, userId, ALL_PURPOSES);
