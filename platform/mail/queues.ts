import { type Job, type Jobs, RetryElsewhereError } from "#platform/jobs";
import type { MailConcern } from "./content.ts";
import { MailTimeoutError } from "./ports.ts";

/** A queue of mails, which are sent side by side. */
interface MailQueue {
	readonly name: string;
	/** How many are sent at once. */
	readonly concurrency: number;
	/** How many more may hang at once: mails whose server has not answered for {@link HANGS_AFTER_MS}. */
	readonly hanging: number;
	/** How many of these may go to one domain. */
	readonly hangingPerDomain: number;
}

/** Where mails about accounts are tried first, for which a person waits: no other mail is before them. */
const ACCOUNT: MailQueue = { name: "mail.account", concurrency: 3, hanging: 5, hangingPerDomain: 3 };
/** Where all other mails are tried first. */
const FIRST: MailQueue = { name: "mail", concurrency: 6, hanging: 22, hangingPerDomain: 16 };
/** Where those are tried again that got no answer in time. */
const SLOW: MailQueue = { name: "mail.slow", concurrency: 4, hanging: 8, hangingPerDomain: 4 };
/** By then a server has taken a mail as a rule, in ms. */
const HANGS_AFTER_MS = 2_000;

const QUEUES = [ACCOUNT, FIRST, SLOW];

/** Returns the queue that a new mail is put into. */
export const mailQueueOf = (concern: MailConcern): string => (concern === "account" ? ACCOUNT : FIRST).name;

/** Every queue of mails. */
export const MAIL_QUEUES: readonly string[] = QUEUES.map(({ name }) => name);

/** How many mails are sent at the same time, at most. */
export const MAX_CONCURRENT_MAILS = QUEUES.reduce((sum, { concurrency, hanging }) => sum + concurrency + hanging, 0);

/** A mail about to be sent. */
export interface Delivery {
	/** The domain it goes to. */
	readonly domain: string;
	/** Sends it. @throws MailTimeoutError when there was no answer in time; any other error: it is tried again */
	send(signal: AbortSignal): Promise<void>;
}

/**
 * Registers the handlers of mails so that recipients whose server hangs hold nobody else up: a mail that hangs makes room
 * for the next one, one that got no answer in time is tried again among its like, and so are those to a domain for which
 * many hang already.
 */
export function handleMails(jobs: Pick<Jobs, "handle">, open: (job: Job) => Delivery): void {
	for (const queue of QUEUES) {
		const { name, concurrency, hanging, hangingPerDomain } = queue;
		const hold = createHolder(hangingPerDomain);
		jobs.handle(
			name,
			async (job, { signal }) => {
				const delivery = open(job);
				try {
					await hold(delivery.domain, () => delivery.send(signal));
				} catch (error) {
					if (queue === SLOW || !(error instanceof MailTimeoutError)) throw error;
					throw new RetryElsewhereError(error.message, { queue: SLOW.name, cause: error });
				}
			},
			{ concurrency, slow: { afterMs: HANGS_AFTER_MS, concurrency: hanging } },
		);
	}
}

/** Creates a function that sends a mail to a domain, unless `limit` others to it hang. */
function createHolder(limit: number) {
	const hanging = new Map<string, number>();
	const count = (domain: string, change: number) => {
		const sum = (hanging.get(domain) ?? 0) + change;
		if (sum > 0) hanging.set(domain, sum);
		else hanging.delete(domain);
	};

	return async (domain: string, send: () => Promise<void>): Promise<void> => {
		if ((hanging.get(domain) ?? 0) >= limit)
			throw new MailTimeoutError("too many mails to one domain are waiting for an answer");
		let hangs = false;
		const timer = setTimeout(() => {
			hangs = true;
			count(domain, 1);
		}, HANGS_AFTER_MS);
		try {
			await send();
		} finally {
			clearTimeout(timer);
			if (hangs) count(domain, -1);
		}
	};
}
