import type { Clock } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import { parseEmail } from "#kernel/text";
import type { Job, Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import type { MailContent } from "./content.ts";
import type { MailLocale } from "./locale.ts";
import { type MailLog, MailRefusedError, type MailTransport } from "./ports.ts";
import { renderMail } from "./render.ts";

const QUEUE = "mail";
/** Where a sealed mail belongs. */
const PLACE = "jobs|payload|mail";
/** A server that is away for some hours loses nothing. */
const MAX_ATTEMPTS = 14;

/** A mail to be written: what it says, to whom, in which language. */
export interface Mail {
	/** One address; it is checked again, because a line break in it would reach somebody else. */
	readonly to: string;
	readonly locale: MailLocale;
	readonly content: MailContent;
	/** The organization it is sent for. */
	readonly orgId?: string;
}

/** Sends mails with the change they tell of. */
export interface Mailer {
	/** The mail is sent if and only if the change is made. @throws `validation_failed` when `to` is no address */
	send(change: Change, mail: Mail): Promise<void>;
}

/** What {@link createMailer} is made of. */
export interface MailDeps {
	readonly jobs: Jobs;
	readonly vault: Vault;
	readonly clock: Clock;
	readonly transport: MailTransport;
	readonly log: MailLog;
	/** `PUBLIC_URL` without a final slash. */
	readonly publicUrl: string;
}

/**
 * The outbox of mails: a job each. Links hold tokens that are stored only as hashes, so a mail waits sealed; one whose
 * link would no longer work is not sent.
 */
export function createMailer({ jobs, vault, clock, transport, log, publicUrl }: MailDeps): Mailer {
	async function deliver(job: Job): Promise<void> {
		const { to, locale, content } = JSON.parse(vault.open(String(job.payload.sealed), PLACE)) as Mail;
		if ("validForMs" in content && clock.nowMs() >= job.createdAtMs + content.validForMs) return;
		try {
			await transport.send({ id: job.id, to, language: locale, ...renderMail(content, locale, publicUrl) });
		} catch (error) {
			if (!(error instanceof MailRefusedError)) throw error;
			log.warn("a mail was refused for good", { job: job.id, kind: content.kind, error });
		}
	}

	jobs.handle(QUEUE, deliver);

	return {
		async send(change, { to, locale, content, orgId }) {
			const mail: Mail = { to: parseEmail(to, "/email"), locale, content };
			await jobs.enqueue(change.tx, {
				queue: QUEUE,
				payload: { sealed: vault.seal(JSON.stringify(mail), PLACE) },
				maxAttempts: MAX_ATTEMPTS,
				...(orgId !== undefined && { orgId }),
			});
			change.afterCommit(() => jobs.wake(QUEUE));
		},
	};
}
