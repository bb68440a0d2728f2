import type { NotificationRow } from "#db/schema";
import type { Db } from "#db/store";
import type { Position } from "#kernel/cursor";
import { systemContext } from "#modules/tenancy/permissions";
import { hintAt } from "#platform/change-hints";
import type { Job, Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import type { MailSender } from "./mail-sender.ts";
import { type IsOpenTo, thoseOpenTo } from "./open.ts";
import { ofNotifications } from "./person.ts";
import type { Notice, Notifier } from "./ports.ts";
import { notificationsOf } from "./repository/notifications.ts";
import { preferencesOf } from "./repository/preferences.ts";
import { findHost, listParticipants, listRecipients, placeOf, type Recipient } from "./repository/recipients.ts";
import { channelsOf } from "./values.ts";

const QUEUE = "notifications";
/** Number of participants who are notified in one transaction. */
const PORTION = 50;

export interface NotifierDeps extends Pick<Core, "newId" | "unitOfWork" | "bus"> {
	readonly jobs: Pick<Jobs, "enqueue" | "handle" | "wake">;
	readonly isOpenTo: IsOpenTo;
	/** Null without a mail transport. */
	readonly mails: MailSender | null;
}

/** Those of a notice who were not notified yet. */
interface Crowd {
	readonly notice: Notice;
	readonly causedBy: string;
	/** Of everybody: the place of the last participant who was notified; null: nobody was. */
	readonly after: Position | null;
}

/** What is left to a job. */
interface Rest {
	readonly notice: Notice;
	/** People who were notified and are to get a mail. */
	readonly mailTo: readonly string[];
	/** Null: all were notified. */
	readonly crowd: Crowd | null;
}

/** Creates the notifier: what it writes depends on the change, and mails and crowds are left to a job. */
export function createNotifier({ newId, jobs, unitOfWork, bus, isOpenTo, mails }: NotifierDeps): Notifier {
	/** Returns the next portion of those who hear of a notice, of everybody the host first; and who is left. */
	async function portionOf(tx: Db, crowd: Crowd): Promise<{ people: readonly Recipient[]; left: Crowd | null }> {
		const { notice, after } = crowd;
		if (notice.to !== "everybody") {
			const later = notice.to.slice(PORTION);
			const left = later.length === 0 ? null : { ...crowd, notice: { ...notice, to: later } };
			return { people: await listParticipants(tx, notice, notice.to.slice(0, PORTION)), left };
		}
		const [host, found] = await Promise.all([
			after === null ? findHost(tx, notice) : undefined,
			listRecipients(tx, notice, after, PORTION),
		]);
		const last = found.length === PORTION ? found.at(-1) : undefined;
		const others = found.filter(({ userId }) => userId !== host?.userId);
		return { people: [...(host ? [host] : []), ...others], left: last ? { ...crowd, after: placeOf(last) } : null };
	}

	/** Notifies a portion of people, and leaves the others and the mails to a job. */
	async function deliver(change: Change, crowd: Crowd): Promise<void> {
		const { tx } = change;
		const { notice, causedBy } = crowd;
		const { people, left } = await portionOf(tx, crowd);
		const others = people.filter(({ userId }) => userId !== causedBy);
		const meant = await thoseOpenTo(isOpenTo, tx, notice, others);
		const userIds = meant.map(({ userId }) => userId);
		const stored = await preferencesOf(tx, notice.orgId, userIds);
		const written = await Promise.all(
			meant.map(async (person) => {
				const wanted = channelsOf(stored.get(person.userId), notice.kind);
				const byMail = wanted.mail && mails !== null && person.emailVerifiedAtMs !== null;
				if (!wanted.inApp && !byMail) return [];
				const isNew = await write(change, notice, person, wanted.inApp);
				return isNew ? [{ userId: person.userId, isShown: wanted.inApp, byMail }] : [];
			}),
		);
		const notified = written.flat();
		const shownTo = notified.filter(({ isShown }) => isShown).map(({ userId }) => userId);
		if (shownTo.length > 0) change.afterCommit(() => hintAt(bus, ofNotifications(notice.orgId, shownTo)));
		const mailTo = notified.filter(({ byMail }) => byMail).map(({ userId }) => userId);
		if (mailTo.length === 0 && left === null) return;
		const rest: Rest = { notice: { ...notice, to: [] }, mailTo, crowd: left };
		await jobs.enqueue(tx, { queue: QUEUE, orgId: notice.orgId, payload: { ...rest } });
		change.afterCommit(() => jobs.wake(QUEUE));
	}

	/** Notifies a person, unless they were notified of the same. @returns whether they were notified now */
	function write({ tx, nowMs }: Change, notice: Notice, { userId }: Recipient, isShown: boolean): Promise<boolean> {
		const { orgId, kind, meetingId, subject, language, origin } = notice;
		const row: NotificationRow = {
			orgId,
			id: newId("ntf"),
			userId,
			kind,
			meetingId,
			subject,
			data: { ...(language && { language }), ...(origin && { origin }) },
			readAtMs: null,
			hiddenAtMs: isShown ? null : nowMs,
			createdAtMs: nowMs,
		};
		return notificationsOf(tx, orgId).tryInsert(row);
	}

	async function work(job: Job): Promise<void> {
		const { notice, mailTo, crowd } = job.payload as unknown as Rest; // Only `deliver` enqueues them.
		const people = (await mails?.admit(notice, mailTo)) ?? [];
		await unitOfWork.run(systemContext("job:notifications"), async (change) => {
			await job.done(change.tx);
			await mails?.send(change, notice, people);
			if (crowd !== null) await deliver(change, crowd);
		});
	}
	jobs.handle(QUEUE, work);

	return {
		notify: (change, notice) => deliver(change, { notice, causedBy: change.principal.id, after: null }),
	};
}
