import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import type { Caches } from "#kernel/caches";
import type { Clock, SteadyMs } from "#kernel/clock";
import type { Cursors } from "#kernel/cursor";
import type { NewId } from "#kernel/ids";
import type { Logger } from "#kernel/logger";
import type { PublicUrl } from "#kernel/public-url";
import type { Limiter, RatePolicy } from "#kernel/rate-limit";
import type { Vault } from "#kernel/secrets";
import type { Sockets } from "#kernel/sockets";
import type { Blobs, Spool } from "#platform/blobs";
import type { Challenges } from "#platform/challenges";
import type { Installation } from "#platform/installation";
import type { Jobs } from "#platform/jobs";
import type { Mailer, MailHealth, MailLimits } from "#platform/mail";
import type { UnitOfWork } from "#platform/unit-of-work";

/** The services of the platform available to every module. */
export interface Core {
	readonly store: Store;
	readonly clock: Clock;
	/** The time that has come for certain, for whatever destroys something: see `createSettledTime`. */
	readonly settledClock: Clock;
	readonly steadyMs: SteadyMs;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Jobs;
	readonly challenges: Challenges;
	/** The blob store; what it stores goes into the ledger of `#platform/artifacts`. */
	readonly blobs: Blobs;
	/** Places for temporary files. */
	readonly spool: Spool;
	readonly cursors: Cursors;
	readonly vault: Vault;
	readonly installation: Pick<Installation, "id">;
	/** Mailer; null without a mail transport. */
	readonly mailer: Mailer | null;
	/** Whether mails leave; null without a mail transport. */
	readonly mailHealth: MailHealth | null;
	/** Limits on mails. */
	readonly mailLimits: MailLimits;
	readonly limiter: Limiter;
	/** Rate-limit policies by name; null where rate limits are off. */
	readonly policies: Readonly<
		Record<"auth-ip" | "auth-account" | "mail" | "meeting-join" | "upload-init" | "live-connect", RatePolicy>
	> | null;
	/** The caches of the program: each module opens its own there. */
	readonly caches: Caches;
	readonly publicUrl: PublicUrl;
	/** Exact origins of web pages of other sites that may call the API. */
	readonly corsOrigins: readonly string[];
	/** The sockets of this process. */
	readonly sockets: Sockets;
	/** Tells other parts of the program, and other instances. */
	readonly bus: Bus;
	readonly log: Logger;
}
