import type { Db, Store } from "#db/store";
import type { Job } from "#platform/jobs";
import type { MailLog } from "./ports.ts";

/** What is known of a mail: not tried yet; taken by the mail server; not taken the last time it was tried. */
export type MailDelivery = "queued" | "sent" | "failed";

/** What a mail is about, so that its module learns the outcome. */
export interface MailSubject {
	readonly orgId: string;
	/** Id of the row it is about. */
	readonly id: string;
	/** Whatever the row has as long as this mail is its newest. */
	readonly version: string;
}

/** Follows the mails of one kind; the module that sends them contributes it. */
export interface MailFollower {
	/** Whether the mail shall still be sent. Asked before each attempt. */
	isWanted(subject: MailSubject): Promise<boolean>;
	/** Records the outcome of an attempt; `failed` ones are repeated unless the server refused the recipient. */
	note(tx: Db, subject: MailSubject, delivery: Exclude<MailDelivery, "queued">): Promise<void>;
}

/** The followers of mails by kind of mail. */
export type MailFollowers = Readonly<Record<string, MailFollower>>;

/** Records the outcome of the attempt of a job. */
export interface MailNotes {
	/** The mail was sent: finishes the job in the same transaction. */
	sent(job: Job): Promise<void>;
	/** The attempt failed. Never rejects: the reason why it failed matters more. */
	failed(job: Job): Promise<void>;
}

/** Creates the notes on a mail that a module follows. */
export function createMailNotes(
	{ store, log }: { readonly store: Store; readonly log: MailLog },
	follower: MailFollower,
	subject: MailSubject,
): MailNotes {
	const write = store.writing("mail.note");
	return {
		sent: (job) =>
			write.tx(async (tx) => {
				await follower.note(tx, subject, "sent");
				await job.done(tx);
			}),

		async failed(job) {
			try {
				await write.tx((tx) => follower.note(tx, subject, "failed"));
			} catch (error) {
				log.warn("the outcome of a mail could not be recorded", { job: job.id, error });
			}
		},
	};
}
