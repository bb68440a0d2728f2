import { AppError } from "#kernel/errors";
import type { PlainText } from "#kernel/texts";

const LOST = {
	key: "The maker of the key no longer has the required rights: adopt the key before you change it.",
	webhook: "The maker of the webhook no longer has the required rights: adopt the webhook before you change it.",
	"audit stream":
		"The maker of the audit stream no longer has the required rights: adopt the audit stream before you change it.",
	integration:
		"The maker of the integration no longer has the required rights: adopt the integration before you change it.",
} as const satisfies Readonly<Record<string, PlainText>>;

/** Returns the error for extending what its maker could no longer make: another must adopt it first. @param what `webhook` */
export const orphaned = (what: keyof typeof LOST) =>
	new AppError("state_conflict", LOST[what], { meta: { state: "orphaned" } });
