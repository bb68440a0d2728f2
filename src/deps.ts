import type { Store } from "#db/store";
import type { Bus } from "#kernel/bus";
import type { Clock, SteadyMs } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { KeyRing } from "#kernel/key-ring";
import type { Limiter } from "#kernel/rate-limit";
import type { PaymentProvider } from "#modules/billing/payments";
import type { SpeechAdapters } from "#modules/engines/speech";
import type { IdentityProvider } from "#modules/identity/sso";
import type { ExternalIssuer } from "#modules/identity/tokens";
import type { ModelInstaller } from "#modules/installation/speech-models";
import type { MediaForwarder } from "#modules/meetings/forwarding";
import type { MediaRelay } from "#modules/meetings/relay";
import type { ObjectStore } from "#platform/blobs";
import type { MailTransport } from "#platform/mail";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/**
 * External dependencies of the program: `openDeps` creates the real ones, a test chooses its own clock and database.
 */
export interface Deps {
	readonly config: Config;
	readonly store: Store;
	/** Where the objects of blobs lie. */
	readonly objects: ObjectStore;
	readonly clock: Clock;
	readonly steadyMs: SteadyMs;
	readonly newId: NewId;
	/**
	 * From these the keys of every sealed secret and every cursor are derived. Those after the first only open what has not
	 * been sealed again yet.
	 */
	readonly masterKeys: KeyRing;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly limiter: Limiter;
	readonly bus: Bus;
	/** The OIDC provider whose access tokens are accepted too; null without one. */
	readonly externalIssuer: ExternalIssuer | null;
	/** The OIDC provider for sign-ins; null without one. */
	readonly identityProvider: IdentityProvider | null;
	/** Mail transport; null without `SMTP_URL`. */
	readonly mailTransport: MailTransport | null;
	/** Payment provider; null without `STRIPE_SECRET_KEY`. */
	readonly paymentProvider: PaymentProvider | null;
	/** Relay between browsers; null without `TURN_PORT`. It listens when the server does. */
	readonly relay: MediaRelay | null;
	/** Media worker; null unless `MEDIA_WORKER` is on. It starts when the server listens. */
	readonly forwarder: MediaForwarder | null;
	/**
	 * Certificates of the authorities, PEM, that sign those of servers which tenants name; default: those the system trusts.
	 */
	readonly authorities?: string;
	/** What installs models of speech recognition; default: the models and the folder of this installation. */
	readonly modelInstaller?: ModelInstaller;
	/** Speech engines; none runs before it is needed. */
	readonly speech: SpeechAdapters;
}
