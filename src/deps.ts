import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import type { Clock } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { Limiter } from "#kernel/rate-limit";
import type { IdentityProvider } from "#modules/sso";
import type { ExternalIssuer } from "#modules/tokens";
import type { MailTransport } from "#platform/mail";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Everything that comes from outside the program: `openDeps` makes the real ones, a test chooses its own clock and database. */
export interface Deps {
	readonly config: Config;
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	/** 32 bytes that every sealed secret and every cursor is keyed from. */
	readonly masterKey: Uint8Array;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly limiter: Limiter;
	readonly bus: Bus;
	/** The OIDC provider whose access tokens count too; null without one. */
	readonly externalIssuer: ExternalIssuer | null;
	/** The OIDC provider people sign in at; null without one. */
	readonly identityProvider: IdentityProvider | null;
	/** Brings mails to people; null without `SMTP_URL`. */
	readonly mailTransport: MailTransport | null;
}
