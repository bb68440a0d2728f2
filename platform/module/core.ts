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
import type { Purge, RetentionReader } from "#platform/artifacts";
import type { Blobs, ObjectsProof, Spool } from "#platform/blobs";
import type { Challenges } from "#platform/challenges";
import type { ConnectionShares } from "#platform/connections";
import type { Followers, LogHints } from "#platform/followers";
import type { Installation } from "#platform/installation";
import type { Jobs } from "#platform/jobs";
import type { Mailer, MailHealth, MailLimits, MailPolicies } from "#platform/mail";
import type { Outbound } from "#platform/outbound";
import type { ReadTrail } from "#platform/read-trail";
import type { SpaceReclamation } from "#platform/space-reclamation";
import type { Moments, UnitOfWork } from "#platform/unit-of-work";
import type { Contributions } from "./contributions.ts";

/** The services of the platform available to every module. */
export interface Core {
	readonly store: Store;
	readonly clock: Clock;
	/** The time that has come for certain, for whatever destroys something: see `createSettledTime`. */
	readonly settledClock: Clock;
	readonly steadyMs: SteadyMs;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	/** What modules do at moments outside of changes; a change has `reach`. */
	readonly moments: Moments;
	/** What all modules do together. */
	readonly contributions: Omit<Contributions, "complete">;
	readonly jobs: Jobs;
	/** Who is notified, outside the program, what happens in organizations. */
	readonly followers: Followers;
	/** Connections to servers that tenants name. */
	readonly outbound: Outbound;
	/** Says whose logs have grown. */
	readonly logHints: LogHints;
	readonly challenges: Challenges;
	/** The blob store; what it stores goes into the ledger of `#platform/artifacts`. */
	readonly blobs: Blobs;
	/** Whether the objects of blobs are those of the installation. */
	readonly objectsProof: ObjectsProof;
	/** How long each organization keeps its data: what has expired is shown to nobody. */
	readonly retention: RetentionReader;
	/** Deletes content whose retention period is over. */
	readonly purge: Purge;
	/** Empties what removed content leaves in files. */
	readonly spaceReclamation: SpaceReclamation;
	/** Records who reads recordings and transcripts, where the compliance mode demands it. */
	readonly reads: ReadTrail;
	/** Places for temporary files. */
	readonly spool: Spool;
	readonly cursors: Cursors;
	readonly vault: Vault;
	readonly installation: Pick<Installation, "id">;
	/** Mailer; null without a mail transport. */
	readonly mailer: Mailer | null;
	/** Whether mails leave; null without a mail transport. */
	readonly mailHealth: MailHealth | null;
	readonly mailLimits: MailLimits;
	readonly limiter: Limiter;
	/** Rate-limit policies by name; null where rate limits are off. */
	readonly policies: Readonly<
		Record<"auth-ip" | "auth-account" | "meeting-join" | "upload-init" | "live-connect" | "export", RatePolicy> &
			MailPolicies
	> | null;
	/** The caches of the program: each module opens its own there. */
	readonly caches: Caches;
	readonly publicUrl: PublicUrl;
	/** Exact origins of web pages of other sites that may call the API. */
	readonly corsOrigins: readonly string[];
	/** The sockets of this process. */
	readonly sockets: Sockets;
	/** Shares of connections that stay open. */
	readonly connections: ConnectionShares;
	/** Tells other parts of the program, and other instances. */
	readonly bus: Bus;
	readonly log: Logger;
}
