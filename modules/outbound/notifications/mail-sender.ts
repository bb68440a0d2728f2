import { NOTIFICATION_KINDS, type NotificationKind } from "#db/schema";
import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { controlIn } from "#platform/compliance";
import { chooseLocale, type Mailer, type MailFollowers } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { NotificationMail } from "./mails.ts";
import { type IsOpenTo, thoseOpenTo } from "./open.ts";
import type { Notice } from "./ports.ts";
import { findTitle, listMembers, type Recipient } from "./repository/recipients.ts";
import { languageName } from "./texts.ts";

export interface MailSenderDeps extends Pick<Core, "store" | "mailLimits" | "publicUrl"> {
	readonly mailer: Mailer<NotificationMail>;
	readonly isOpenTo: IsOpenTo;
	/** Returns the address at which somebody turns mails of a kind off. */
	readonly unsubscribeUrlOf: (who: Unsubscription) => string;
}

/** Who turns mails of which kind off, in which organization. */
export interface Unsubscription {
	readonly orgId: string;
	readonly userId: string;
	readonly kind: NotificationKind;
}

export type MailSender = ReturnType<typeof createMailSender>;

/** Creates the sender of mails about notifications. They name the meeting and say nothing of what is in it. */
export function createMailSender({ store, mailer, mailLimits, publicUrl, isOpenTo, unsubscribeUrlOf }: MailSenderDeps) {
	/** Whether a mail of this kind more to a mailbox is not too many. */
	async function isWithinLimits({ kind, orgId }: Notice, emailKey: string): Promise<boolean> {
		try {
			await mailLimits.take({ purpose: `notification.${kind}`, emailKey, orgId, ip: null });
			return true;
		} catch (error) {
			if (error instanceof AppError && error.code === "rate_limited") return false;
			throw error;
		}
	}

	return {
		/** Returns those of some people who get a mail: what it is about is open to them, and they are not mailed too often. Called before the change. */
		async admit(notice: Notice, userIds: readonly string[]): Promise<readonly Recipient[]> {
			const admitted: Recipient[] = [];
			const members = await listMembers(store.db, notice.orgId, userIds);
			for (const person of await thoseOpenTo(isOpenTo, store.db, notice, members))
				if (await isWithinLimits(notice, person.emailKey)) admitted.push(person);
			return admitted;
		},

		/** Sends the mails of a notice, as long as its meeting and its organization are there. */
		async send(change: Change, notice: Notice, people: readonly Recipient[]): Promise<void> {
			if (people.length === 0) return;
			const { orgId, kind, meetingId, language, origin } = notice;
			const [title, organization] = await Promise.all([
				findTitle(change.tx, notice),
				findOrganization(change.tx, orgId).catch(noneIfPurged),
			]);
			if (title === undefined || organization?.state !== "active") return;
			const { defaultLanguage } = settings.effective(organization);
			for (const { userId, name, email, locale: own } of people) {
				const locale = chooseLocale([own, defaultLanguage]);
				await mailer.send(change, {
					to: email,
					orgId,
					concern: "organization",
					subject: { orgId, id: userId, version: meetingId },
					locale,
					content: {
						kind: `notification.${kind}`,
						name,
						// A title may say what nobody outside is to know, such as the name of a patient.
						meeting: controlIn(organization, "thin_messages") === null ? title : null,
						organization: organization.name,
						language: languageName(language, locale),
						origin: origin ?? "",
						url: publicUrl.href + placeOf(notice),
						unsubscribeUrl: unsubscribeUrlOf({ orgId, userId, kind }),
					},
				});
			}
		},
	};
}

/** Returns where a notice leads to: a transcript is one of several of its meeting. */
const placeOf = ({ orgId, kind, meetingId, subject }: Notice): string =>
	kind === "transcript.ready"
		? `/console/o/${orgId}/meetings/${meetingId}?transcript=${subject}`
		: `/meet/${meetingId}`;

/**
 * Returns the followers of mails about notifications. One is no longer sent once what it is about is closed to its reader: it
 * may have waited for the mail server. Its `version` is the id of the meeting.
 */
export const followNotificationMails = (store: Store, isOpenTo: IsOpenTo): MailFollowers =>
	Object.fromEntries(
		NOTIFICATION_KINDS.map((kind) => [
			`notification.${kind}`,
			{
				isWanted: ({ orgId, id: userId, version: meetingId }) => isOpenTo(store.db, { orgId, meetingId, kind }, userId),
				note: async () => undefined,
			},
		]),
	);

/** An organization that was purged meanwhile sends nothing. */
function noneIfPurged(error: unknown): undefined {
	if (error instanceof AppError && (error.code === "purged" || error.code === "not_found")) return undefined;
	throw error;
}
