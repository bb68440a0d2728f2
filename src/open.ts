import { join, resolve } from "node:path";
import { createDiskObjects } from "#adapters/blobs-disk";
import { createBusMemory } from "#adapters/bus-memory";
import { createAddressResolver } from "#adapters/dns/addresses";
import { createOidcIssuer } from "#adapters/oidc-issuer";
import { createOutbound } from "#adapters/outbound/client";
import { createSpeechAdapters } from "#adapters/speech/adapters";
import { dialect } from "#db/dialect";
import { endProcess, STORE_FAILED_EXIT } from "#db/end-process";
import { pathOf } from "#db/sqlite/connection";
import { openStore, type Store, type StoreOptions, type TransactionReport } from "#db/store";
import type { Bus } from "#kernel/bus";
import { type Clock, systemClock, systemSteadyMs } from "#kernel/clock";
import { makeDataDirectory } from "#kernel/data-directory";
import { denialOf } from "#kernel/denial";
import { newId } from "#kernel/ids";
import { readNetwork } from "#kernel/ip-address";
import type { KeyRing } from "#kernel/key-ring";
import type { Logger } from "#kernel/logger";
import { createMemoryLimiter, type Limiter } from "#kernel/rate-limit";
import { deriveKey } from "#kernel/secrets";
import { createSharedLimiter, inTurn, type SharedWindows } from "#kernel/shared-limiter";
import type { PaymentProvider } from "#modules/billing/payments";
import type { SpeechAdapters } from "#modules/engines/speech";
import type { IdentityProvider } from "#modules/identity/sso";
import type { ObjectStore } from "#platform/blobs";
import type { MailTransport } from "#platform/mail";
import type { Outbound } from "#platform/outbound";
import { createStoreWindows } from "#platform/rate-windows";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { loadKeys } from "./keys.ts";
import { maskUrl } from "./log/mask.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { openForwarder, openRelay } from "./open-media.ts";
import { ownProgram } from "./own-program.ts";

/** Opened dependencies; `close` releases them. */
export interface OpenDeps {
	readonly deps: Deps;
	/** To be called once the server accepts requests. */
	onListening(): void;
	close(): Promise<void>;
}

/**
 * Opens the configured database.
 * @throws SetupError when this process may not use its file; Error that names it, without user and password, and has the
 * reason as its cause
 */
export async function openDatabase(
	{ databaseUrl: url, databasePoolSize: poolSize }: Config,
	options: Omit<StoreOptions, "url"> = {},
): Promise<Store> {
	try {
		return await openStore({ url, poolSize, ...options });
	} catch (cause) {
		throw (
			(dialect === "sqlite" ? denialOf(pathOf(url), "change") : null) ??
			new Error(`the database ${maskUrl(url)} cannot be opened`, { cause })
		);
	}
}

/** Returns what logs the migrations of a start: by name after an upgrade; of a new database there are all. */
const tellMigrations =
	(log: Pick<Log, "info">) =>
	(tags: readonly string[], durationMs: number): void => {
		const isNew = tags[0]?.startsWith("0000") === true;
		const message = isNew ? "the database was created" : `the database was migrated: ${tags.join(", ")}`;
		log.info(message, { count: tags.length, durationMs: Math.round(durationMs) });
	};

/** Time from which a transaction is reported that another write has waited for, in ms: a person notices it. */
const HELD_UP_MS = 250;

/**
 * Creates the observer of transactions, which counts them and warns of those that others have waited for.
 * @param isShared whether others may wait for one: while a server starts, nobody does
 */
export const observeTransactions =
	(
		{ metrics, log }: { readonly metrics: Metrics; readonly log: Pick<Log, "warn"> },
		isShared: () => boolean = () => true,
	) =>
	({ name, durationMs, waitedMs, describe }: TransactionReport): void => {
		metrics.observeTransaction(name, durationMs / 1000);
		if (waitedMs < HELD_UP_MS || !isShared()) return;
		const times = { durationMs: Math.round(durationMs), waitedMs: Math.round(waitedMs) };
		log.warn("a transaction held up others", { write: name, ...times, ...describe() });
	};

/** Time in ms in which requests in progress are answered after the database has failed for good. */
const LAST_ANSWERS_MS = 100;

/** Creates what is done when the database has failed for good: the process ends, and its supervisor starts it again. */
const endAfterFailure = (log: Log) => (error: Error) => {
	log.error("the database failed permanently, so the process exits and must be restarted", { error });
	setTimeout(() => {
		log.flush();
		endProcess(STORE_FAILED_EXIT);
	}, LAST_ANSWERS_MS);
};

/** Creates the client of the OIDC provider for sign-ins; null where none is configured. Sends no request yet. */
export async function openIdentityProvider(
	{ oidc, publicUrl }: Config,
	clock: Clock,
): Promise<IdentityProvider | null> {
	if (!oidc?.clientId) return null;
	// Loaded only by installations that have a provider.
	const { createOidcClient } = await import("#adapters/oidc-client");
	const callbackUrl = `${publicUrl.href}/auth/callback`;
	return createOidcClient({ ...oidc, clientId: oidc.clientId, callbackUrl, clock });
}

/** Creates the client of the payment provider; null where none is configured. Sends no request yet. */
export async function openPaymentProvider({ billing: { stripe } }: Config): Promise<PaymentProvider | null> {
	if (!stripe) return null;
	// Loaded only by installations that take payments.
	const { createStripeProvider } = await import("#adapters/stripe");
	return createStripeProvider(stripe);
}

/** Returns what an operator calls the store of objects. */
export const placeOfObjects = ({ s3, dataDir }: Config): string =>
	s3 ? `the bucket ${s3.bucket}` : resolve(dataDir, "blobs");

/** Opens the store of objects: the bucket that is configured, otherwise `blobs/` in the data directory. */
export async function openObjects({ s3, dataDir }: Config): Promise<ObjectStore> {
	if (!s3) return createDiskObjects(join(dataDir, "blobs"));
	// Loaded only by installations that have a bucket.
	const { createS3Objects } = await import("#adapters/blobs-s3");
	return createS3Objects(s3);
}

/** Creates the mail transport; null where none is configured. Does not connect yet. */
export async function openMailTransport({ smtp, publicUrl }: Config): Promise<MailTransport | null> {
	if (!smtp) return null;
	// Loaded only by installations that send mail.
	const { createSmtp } = await import("#adapters/smtp");
	return createSmtp({ ...smtp, domain: new URL(publicUrl.href).hostname });
}

/** The bus between instances, and what they count in together. */
export interface OpenBus extends Bus {
	/** Windows of rate limits that they share; null where they share nothing but the database. */
	readonly windows: SharedWindows | null;
	/** Whether messages arrive, and what is counted is counted together. Never rejects. */
	works(): Promise<boolean>;
	close(): Promise<void>;
}

/**
 * Opens the bus between instances: over Redis where it is configured and there may be other instances, which SQLite
 * rules out. Resolves although Redis cannot be reached.
 * @param onDown called with the reason when Redis cannot be used any more, or from the beginning
 */
export async function openBus(
	{ redisUrl: url, databaseUrl }: Config,
	masterKey: Uint8Array,
	onDown: (reason: string) => void,
): Promise<OpenBus> {
	if (url === undefined || databaseUrl.startsWith("sqlite:"))
		return { ...createBusMemory(), windows: null, works: async () => true, close: async () => {} };
	// Loaded only by installations that have a Redis server.
	const { openBusRedis } = await import("#adapters/bus-redis");
	return openBusRedis({
		url,
		// All instances of an installation have its key, and no other has.
		namespace: Buffer.from(deriveKey(masterKey, "bus")).toString("hex", 0, 8),
		onDown,
	});
}

/** Opens the rate limits: on Postgres, instances share those that are shared by Redis, and by the database without it. */
function openLimiter(store: Store, { windows }: OpenBus): Limiter {
	const own = createMemoryLimiter(systemSteadyMs);
	if (store.dialect === "sqlite") return own;
	const stored = createStoreWindows(store);
	return createSharedLimiter(own, windows ? inTurn(windows, stored) : stored);
}

/** Creates the client for servers that tenants name. */
export const openOutbound = ({ webhooks, dnsResolvers }: Config, authorities: string | null): Outbound =>
	createOutbound({
		policy: { allowHttp: webhooks.allowHttp, allowed: webhooks.allowCidrs.map(readNetwork) },
		resolve: createAddressResolver(dnsResolvers),
		authorities,
	});

/** Creates the adapters of the speech engines. Starts none yet. */
export function openSpeech({ providers }: Config, log: Logger): SpeechAdapters {
	return createSpeechAdapters({ ...providers.speech, program: ownProgram(), log });
}

/**
 * Opens everything the configuration names: the database (migrated, unless told otherwise), the key file, the log.
 * @param migrate false to look at a database as it is
 * @param serves whether this process is the server, rather than a command
 * @param log default: standard output
 * @param keys default: those of the installation, which must open what is sealed
 */
export async function openDeps(
	config: Config,
	{
		migrate = true,
		serves = false,
		log = createLog(config.log),
		keys,
	}: { migrate?: boolean; serves?: boolean; log?: Log; keys?: KeyRing } = {},
): Promise<OpenDeps> {
	// Created even if it stays empty: the key may be configured, but a database file needs its directory.
	makeDataDirectory(config.dataDir);
	const metrics = createMetrics();
	let isStarting = serves;
	const store = await openDatabase(config, {
		onConnectionDropped: (reason) =>
			log.warn("a database connection was dropped", { component: "postgres", error: reason }),
		migrate,
		serves,
		// A command prints what it was asked for, and nothing else.
		...(serves && { onMigrated: tellMigrations(log) }),
		onTransaction: observeTransactions({ metrics, log }, () => !isStarting),
		onCheckpointRetry: (error) =>
			log.warn("the database's write-ahead log could not be emptied and may be growing; retrying", { error }),
		onFatal: endAfterFailure(log),
	});
	const masterKeys =
		keys ??
		(await loadKeys(config, store).catch(async (error: unknown) => {
			await store.close();
			throw error;
		}));
	if (masterKeys.length > 1 && keys === undefined)
		log.warn("some stored secrets are still encrypted with an older key: run parley keys rotate");
	let bus: OpenBus | null = null;
	const noteRedis = log.watch({
		name: "redis",
		outageOf: () => null, // No failure of Redis is that of an operation.
		works: async () => bus !== null && (await bus.works()),
	});
	bus = await openBus(config, masterKeys[0], noteRedis);
	const { close: closeBus } = bus;
	const deps: Deps = {
		config,
		store,
		objects: await openObjects(config),
		clock: systemClock,
		steadyMs: systemSteadyMs,
		newId,
		masterKeys,
		log,
		metrics,
		limiter: openLimiter(store, bus),
		bus,
		externalIssuer: config.oidc ? createOidcIssuer({ ...config.oidc, clock: systemClock, log }) : null,
		identityProvider: await openIdentityProvider(config, systemClock),
		mailTransport: await openMailTransport(config),
		paymentProvider: await openPaymentProvider(config),
		relay: await openRelay(config, { clock: systemClock, steadyMs: systemSteadyMs, log }),
		forwarder: await openForwarder(config, { log }),
		speech: openSpeech(config, log),
	};
	return {
		deps,
		onListening() {
			isStarting = false;
		},
		async close() {
			deps.mailTransport?.close();
			await deps.speech.close();
			await deps.forwarder?.end();
			await closeBus();
			await store.close();
			log.flush();
		},
	};
}
