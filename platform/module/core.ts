import type { Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { Cursors } from "#kernel/cursor";
import type { NewId } from "#kernel/ids";
import type { Logger } from "#kernel/logger";
import type { PublicUrl } from "#kernel/public-url";
import type { Limiter, RatePolicy } from "#kernel/rate-limit";
import type { Vault } from "#kernel/secrets";
import type { Challenges } from "#platform/challenges";
import type { Jobs } from "#platform/jobs";
import type { Mailer, MailLimits } from "#platform/mail";
import type { UnitOfWork } from "#platform/unit-of-work";

/** What every module is given: the platform, and where the service is to be found. */
export interface Core {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly jobs: Jobs;
	readonly challenges: Challenges;
	readonly cursors: Cursors;
	readonly vault: Vault;
	/** Sends mail; null without a mail transport. */
	readonly mailer: Mailer | null;
	/** Keeps mailboxes from being flooded. */
	readonly mailLimits: MailLimits;
	readonly limiter: Limiter;
	/** Rate-limit policies by name; null where nothing is limited. */
	readonly policies: Readonly<Record<"auth-ip" | "auth-account" | "mail", RatePolicy>> | null;
	/** Whether cached state can be trusted: nobody else writes to the database, or we hear of it. */
	readonly isCacheCoherent: boolean;
	readonly publicUrl: PublicUrl;
	/** Exact origins of foreign web pages that may call the API. */
	readonly corsOrigins: readonly string[];
	readonly log: Logger;
}
