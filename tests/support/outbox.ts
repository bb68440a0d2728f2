import type { Store } from "#db/store";
import { newId } from "#kernel/ids";
import { createVault } from "#kernel/secrets";
import { systemContext } from "#modules/tenancy/permissions";
import { createIdempotency } from "#platform/idempotency";
import { createJobs, type Jobs } from "#platform/jobs";
import {
	createMailer,
	type Mail,
	type MailContent,
	type Mailer,
	type MailTexts,
	type MailTransport,
} from "#platform/mail";
import { createMoments, createUnitOfWork } from "#platform/unit-of-work";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { ungatedOnly } from "./ungated.ts";

/** A mailer with nothing around it but its jobs. */
export interface Outbox<C extends MailContent> {
	readonly clock: TestClock;
	readonly jobs: Jobs;
	/** What was logged. */
	readonly lines: readonly string[];
	/** Puts a mail into its queue. */
	send(mail: Mail<C>): Promise<void>;
}

/** Opens an outbox. */
export function openOutbox<C extends MailContent>({
	store,
	transport,
	texts,
	isActive = true,
}: {
	readonly store: Store;
	readonly transport: MailTransport;
	readonly texts: readonly MailTexts[];
	/** Whether organizations are active. Default: true. */
	readonly isActive?: boolean;
}): Outbox<C> {
	const clock = createTestClock();
	const vault = createVault(new Uint8Array(32).fill(1));
	const lines: string[] = [];
	const write = (message: string, fields: object) => void lines.push(`${message} ${Bun.inspect(fields)}`);
	const log = { info: write, warn: write, error: write };
	const idempotency = createIdempotency({ clock, settledClock: clock, vault, keys: [new Uint8Array(32).fill(3)] });
	const unitOfWork = createUnitOfWork({
		store,
		clock,
		newId,
		idempotency,
		authority: () => ungatedOnly,
		moments: createMoments(() => []),
		invalidate: () => undefined,
	});
	const jobs = createJobs({
		store,
		clock,
		settledClock: clock,
		newId,
		log,
		stopTimeouts: { drainMs: 100, abortMs: 2_000 },
	});
	const publicUrl = "https://parley.example";
	const mailer: Mailer<C> = createMailer({
		store,
		jobs,
		vault,
		settledClock: clock,
		transport,
		log,
		publicUrl,
		texts: () => texts,
		followers: () => ({}),
		isActive: async () => isActive,
		brandOf: async () => null,
	});
	const send = (mail: Mail<C>) =>
		unitOfWork.run(systemContext("cli:test"), (change) => mailer.send(change, mail), { storeOutcome: false });
	return { clock, jobs, lines, send };
}
