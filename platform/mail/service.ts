import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Vault } from "#kernel/secrets";
import { parseEmail } from "#kernel/text";
import { installationOf, readConfiguration } from "#platform/configuration";
import type { Job, Jobs } from "#platform/jobs";
import type { Change } from "#platform/unit-of-work";
import type { MailBrand, MailConcern, MailContent, MailTexts } from "./content.ts";
import { createMailNotes, type MailFollowers, type MailSubject } from "./delivery.ts";
import type { MailLocale } from "./locale.ts";
import { type MailLog, MailRefusedError, type MailTransport } from "./ports.ts";
import { handleMails, mailQueueOf } from "./queues.ts";
import { type RenderedMail, renderMail } from "./render.ts";

/** Associated data of every sealed mail. */
export const MAIL_AAD = "jobs|payload|mail";
/** Maximum attempts: an outage of several hours loses nothing. */
const MAX_ATTEMPTS = 14;

/** A mail to be sent: content, recipient and language. */
export interface Mail<C extends MailContent = MailContent> {
	/** One address; validated again, because a line break in it would add a recipient. */
	readonly to: string;
	readonly locale: MailLocale;
	readonly content: C;
	readonly concern: MailConcern;
	/** The organization it is sent for, with which it takes turns. */
	readonly orgId?: string;
	/** What it is about; only for kinds that a module follows. */
	readonly subject?: MailSubject;
}

/** Sends mails with the change they belong to. Each module declares the mails it sends: `Mailer<InvitationMail>`. */
export interface Mailer<C extends MailContent = MailContent> {
	/** Sends the mail if and only if the change is committed. @throws `validation_failed` when `to` is not an address */
	send(change: Change, mail: Mail<C>): Promise<void>;
}

export interface MailDeps {
	readonly store: Store;
	readonly jobs: Jobs;
	readonly vault: Vault;
	/** By which links expire: a mail that is dropped because the clock is wrong is missed. */
	readonly settledClock: Clock;
	readonly transport: MailTransport;
	readonly log: MailLog;
	/** Whether an organization is neither suspended nor deleted. */
	readonly isActive: (orgId: string) => Promise<boolean>;
	/** Returns how an organization looks; null: like Parley. */
	readonly brandOf: (orgId: string) => Promise<MailBrand | null>;
	/** `PUBLIC_URL` without a final slash. */
	readonly publicUrl: string;
	/** Returns the texts of every module; called when a mail is sent. */
	readonly texts: () => readonly MailTexts[];
	/** Returns the followers of every module; called when a mail is sent. */
	readonly followers: () => MailFollowers;
}

/**
 * Creates the mailer, with one job per mail. Links contain tokens that are only stored as hashes, so a waiting mail is
 * sealed; a mail whose link has expired is not sent, nor is one of an organization that was suspended meanwhile.
 */
export function createMailer(deps: MailDeps): Mailer {
	const { store, jobs, vault, settledClock, transport, log, isActive, brandOf, publicUrl, texts, followers } = deps;

	/** @param orgId the organization it is sent for; null: none. Bills are of the installation, whoever pays them. */
	async function render({ content, locale, concern }: Mail, orgId: string | null): Promise<RenderedMail> {
		const text = texts().find((mails) => content.kind in mails[locale])?.[locale][content.kind];
		if (!text) throw new Error(`there is no text for mails of the kind ${content.kind}`);
		const brand = orgId === null || concern === "billing" ? null : await brandOf(orgId);
		const installation = installationOf(await readConfiguration(store));
		return renderMail(text, content, locale, { publicUrl, installation, brand });
	}

	async function deliver(job: Job, mail: Mail, signal: AbortSignal): Promise<void> {
		const { to, locale, content, subject } = mail;
		if (content.validForMs !== undefined && settledClock.nowMs() >= job.createdAtMs + content.validForMs) return;
		const follower = followers()[content.kind];
		const notes = follower && subject ? createMailNotes({ store, log }, follower, subject) : null;
		if (follower && subject && !(await follower.isWanted(subject))) return;
		// What an earlier version has queued for an organization says nothing else.
		const { concern = "organization" } = mail as Partial<Mail>;
		if (concern === "organization" && job.orgId !== null && !(await isActive(job.orgId))) return notes?.failed(job);
		try {
			const { unsubscribeUrl } = content;
			await transport.send(
				{ id: job.id, to, language: locale, unsubscribeUrl, ...(await render(mail, job.orgId)) },
				signal,
			);
		} catch (error) {
			if (!signal.aborted) await notes?.failed(job);
			if (!(error instanceof MailRefusedError)) throw error;
			log.warn("a mail was permanently rejected", { job: job.id, kind: content.kind, domain: domainOf(to), error });
			return;
		}
		await notes?.sent(job);
	}

	handleMails(jobs, (job) => {
		const mail = JSON.parse(vault.open(String(job.payload.sealed), MAIL_AAD)) as Mail;
		return { domain: domainOf(mail.to), send: (signal) => deliver(job, mail, signal) };
	});

	return {
		async send(change, { to, locale, content, concern, orgId, subject }) {
			const mail: Mail = { to: parseEmail(to, "/email"), locale, content, concern, ...(subject && { subject }) };
			const queue = mailQueueOf(concern);
			await jobs.enqueue(change.tx, {
				queue,
				orgId: orgId ?? null,
				payload: { sealed: vault.seal(JSON.stringify(mail), MAIL_AAD) },
				maxAttempts: MAX_ATTEMPTS,
			});
			change.afterCommit(() => jobs.wake(queue));
		},
	};
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
