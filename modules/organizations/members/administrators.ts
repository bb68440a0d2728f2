import type { Db } from "#db/store";
import { chooseLocale, type MailConcern, type MailContent, type Mailer, type MailLocale } from "#platform/mail";
import type { Change } from "#platform/unit-of-work";
import { listAdministrators, listPayers } from "./repository.ts";

/** Most people who are notified of something: who runs an organization is soon known to the others. */
const MAX_TOLD = 50;

/** Who gets a mail. */
export interface Receiver {
	readonly email: string;
	/** Null: the address belongs to nobody by name. */
	readonly name: string | null;
	readonly locale: MailLocale;
}

/** A member as {@link listAdministrators} returns them. */
type Listed = (db: Db, orgId: string, take: number) => ReturnType<typeof listAdministrators>;

/** Returns those of a list who can be reached: with a confirmed address. */
async function reachable(tx: Db, orgId: string, list: Listed) {
	const people = await list(tx, orgId, MAX_TOLD);
	return people
		.filter(({ emailVerifiedAtMs, state }) => emailVerifiedAtMs !== null && state === "active")
		.map(({ email, name, locale }) => ({ email, name, locale: chooseLocale([locale]) }));
}

/**
 * Mails those who run an organization, with the change that they hear of: owners and administrators with a confirmed
 * address. Without a mail transport nobody is notified.
 * @param mailer null: there is no mail transport
 */
export async function mailAdministrators<C extends MailContent>(
	change: Change,
	mailer: Mailer<C> | null,
	{ orgId, concern }: { readonly orgId: string; readonly concern: MailConcern },
	contentFor: (person: { readonly name: string }) => C,
): Promise<void> {
	if (mailer === null) return;
	for (const { email, name, locale } of await reachable(change.tx, orgId, listAdministrators))
		await mailer.send(change, { to: email, locale, content: contentFor({ name }), orgId, concern });
}

/**
 * Mails those who pay for an organization, each address once: owners and members who look after the billing, with a
 * confirmed address.
 * @param also others who get it
 */
export async function mailPayers<C extends MailContent>(
	change: Change,
	mailer: Mailer<C>,
	orgId: string,
	also: readonly Receiver[],
	contentFor: (receiver: Receiver) => C,
): Promise<void> {
	const members = await reachable(change.tx, orgId, listPayers);
	const receivers = new Map([...also, ...members].map((each) => [each.email.toLowerCase(), each]));
	for (const receiver of receivers.values())
		await mailer.send(change, {
			to: receiver.email,
			locale: receiver.locale,
			content: contentFor(receiver),
			concern: "billing",
			orgId,
		});
}
