import type { Clock } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import { parseEmail } from "#kernel/text";
import type { Job, Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import type { MailContent, MailTexts } from "./content.ts";
import type { MailLocale } from "./locale.ts";
import { type MailLog, MailRefusedError, type MailTransport } from "./ports.ts";
import { type RenderedMail, renderMail } from "./render.ts";

const QUEUE = "mail";
/** Where a sealed mail belongs. */
const PLACE = "jobs|payload|mail";
/** A server that is away for some hours loses nothing. */
const MAX_ATTEMPTS = 14;

/** A mail to be written: what it says, to whom, in which language. */
export interface Mail<C extends MailContent = MailContent> {
	/** One address; it is checked again, because a line break in it would reach somebody else. */
	readonly to: string;
	readonly locale: MailLocale;
	readonly content: C;
	/** The organization it is sent for. */
	readonly orgId?: string;
}

/** Sends mails with the change they tell of. Each module names the mails it sends: `Mailer<InvitationMail>`. */
export interface Mailer<C extends MailContent = MailContent> {
	/** The mail is sent if and only if the change is made. @throws `validation_failed` when `to` is no address */
	send(change: Change, mail: Mail<C>): Promise<void>;
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
	/** The mails of every module; asked when a mail is sent. */
	readonly texts: () => readonly MailTexts[];
}

/**
 * The outbox of mails: a job each. Links hold tokens that are stored only as hashes, so a mail waits sealed; one whose
 * link would no longer work is not sent.
 */
export function createMailer({ jobs, vault, clock, transport, log, publicUrl, texts }: MailDeps): Mailer {
	function render({ content, locale }: Mail): RenderedMail {
		const text = texts().find((mails) => content.kind in mails[locale])?.[locale][content.kind];
		if (!text) throw new Error(`nobody has a text for mails of the kind ${content.kind}`);
		return renderMail(text, content, locale, publicUrl);
	}

	async function deliver(job: Job): Promise<void> {
		const mail = JSON.parse(vault.open(String(job.payload.sealed), PLACE)) as Mail;
		const { to, locale, content } = mail;
		if (content.validForMs !== undefined && clock.nowMs() >= job.createdAtMs + content.validForMs) return;
		try {
			await transport.send({ id: job.id, to, language: locale, ...render(mail) });
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
