import { chooseLocale, type MailContent, type Mailer } from "#platform/mail";
import type { Change } from "#platform/unit-of-work";
import { listAdministrators } from "./repository.ts";

/** Most people who are told of something: who runs an organization is soon known to the others. */
const MAX_TOLD = 50;

/**
 * Mails those who run an organization, with the change that they hear of: owners and administrators with a confirmed
 * address. Without a mail transport nobody is told.
 * @param mailer null: there is no mail transport
 */
export async function mailAdministrators<C extends MailContent>(
	change: Change,
	mailer: Mailer<C> | null,
	orgId: string,
	contentFor: (person: { readonly name: string }) => C,
): Promise<void> {
	if (mailer === null) return;
	const people = await listAdministrators(change.tx, orgId, MAX_TOLD);
	const reachable = people.filter(({ emailVerifiedAtMs, state }) => emailVerifiedAtMs !== null && state === "active");
	for (const { email, name, locale } of reachable)
		await mailer.send(change, { to: email, locale: chooseLocale([locale]), content: contentFor({ name }), orgId });
}
