import type { KeyRing } from "#kernel/key-ring";
import type { PublicUrl } from "#kernel/public-url";
import type { Agreements } from "#platform/compliance";
import type { BillingConfig } from "./billing.ts";
import type { MediaWorkerConfig } from "./media-worker.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { TurnConfig } from "./turn.ts";
import type { Environment } from "./variables.ts";

/** S3 bucket for blobs. */
export interface S3Config {
	readonly endpoint: string;
	readonly bucket: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly region: string;
}

/** Where backups go, and who can open them. */
export interface BackupConfig {
	/** A folder, or `s3://<bucket>/<prefix>`; undefined: nowhere by default. */
	readonly to: string | undefined;
	/** Whether the operator makes backups by other means. */
	readonly isElsewhere: boolean;
	/** Interval of the backups that the server makes, in ms. */
	readonly everyMs: number;
	/** For how long they are kept, in ms. */
	readonly keepMs: number;
	/** The service that buckets are in; undefined: none is configured. */
	readonly s3: Omit<S3Config, "bucket"> | undefined;
	/** What opens backups; undefined: the identities of the recipients do. */
	readonly passphrase: string | undefined;
	/** Recipients of age, whose identities open backups; none if there is a passphrase. */
	readonly recipients: readonly string[];
	/** Identity of age to restore with. */
	readonly identity: string | undefined;
}

/** The OIDC provider at `{auth_url}`. */
export interface OidcConfig {
	/** Exactly as in `iss`: https, or http on loopback. */
	readonly issuer: string;
	/** `aud` of the provider's access tokens intended for us. */
	readonly audience: string;
	/** Undefined: tokens of the provider are accepted, but nobody can sign in through us. */
	readonly clientId: string | undefined;
	/** Undefined for a public client (PKCE only). */
	readonly clientSecret: string | undefined;
	/** Scopes requested for a sign-in. */
	readonly scopes: readonly string[];
	/** The claims equivalent to `org_id`, `role` and `scope` of our own tokens. */
	readonly claimNames: { readonly orgId: string; readonly role: string; readonly scope: string };
}

/** Providers of transcription, translation and summaries. */
export interface ProviderConfig {
	readonly speech: {
		readonly provider: Environment["STT_PROVIDER"];
		readonly liveProvider: Environment["STT_LIVE_PROVIDER"];
		readonly url: string | undefined;
		readonly apiKey: string | undefined;
		readonly model: string | undefined;
		/** Path of the whisper-server program to be started as a child process. */
		readonly whisperServer: string | undefined;
		/** How many requests the server at `url` gets at once. */
		readonly concurrency: number;
		/** Threads of whisper-server; undefined: as many as there are processors, up to four. */
		readonly threads: number | undefined;
		/** Folder of the models. */
		readonly modelsDir: string;
	};
	readonly translation: {
		readonly provider: Environment["TRANSLATE_PROVIDER"];
		readonly url: string | undefined;
		readonly apiKey: string | undefined;
	};
	readonly llm: {
		readonly url: string | undefined;
		readonly apiKey: string | undefined;
		readonly model: string | undefined;
	};
	readonly summary: Environment["SUMMARY_PROVIDER"];
}

/** The configuration. Created once by `loadConfig`, never changed. undefined: not configured. */
export interface Config {
	/** Whether `NODE_ENV` is `production`. */
	readonly production: boolean;
	readonly host: string;
	/** 0…65,535; 0 takes a free port. */
	readonly port: number;
	readonly publicUrl: PublicUrl;
	/**
	 * Names accepted in a `Host` header, lower case, without port, IPv6 in brackets. Includes the host of `publicUrl`.
	 */
	readonly allowedHosts: readonly string[];
	readonly dataDir: string;
	/** `sqlite:<file>` or `postgres://…`. */
	readonly databaseUrl: string;
	/** Maximum number of connections to Postgres. */
	readonly databasePoolSize: number;
	/** Undefined: this is the only instance. */
	readonly redisUrl: string | undefined;
	/** Undefined: blobs are stored in `dataDir`. */
	readonly s3: S3Config | undefined;
	readonly backup: BackupConfig;
	/** Whether new blobs are encrypted; those that are stay readable. */
	readonly encryptBlobs: boolean;
	/**
	 * Keys of 32 bytes: the first one seals, the others only open what has not been sealed again yet. Undefined: those of the key
	 * file in `dataDir` are used (`loadKeys`).
	 */
	readonly encryptionKeys: KeyRing | undefined;
	/** The first system administrator; undefined: the first start generates one. */
	readonly admin: { readonly email: string; readonly password: string } | undefined;
	/** Registration policy. */
	readonly signup: Environment["SIGNUP"];
	/** Characters, counted in code points. */
	readonly passwordMinLength: number;
	readonly argon2: { readonly memoryKib: number; readonly timeCost: number };
	readonly oidc: OidcConfig | undefined;
	/** Undefined: no mail is sent. */
	readonly smtp: { readonly url: string; readonly from: string } | undefined;
	/** CIDRs of proxies whose `X-Forwarded-For` is trusted. */
	readonly trustedProxies: readonly string[];
	/** Exact origins of web pages of other sites that may call the API. */
	readonly corsOrigins: readonly string[];
	readonly rateLimits: RateLimits;
	/** Whether plan quotas are ignored, announced or enforced. */
	readonly billingEnforcement: Environment["BILLING_ENFORCEMENT"];
	/** How invoices are issued and paid. */
	readonly billing: BillingConfig;
	readonly webhooks: {
		/** Whether webhooks may use http URLs. */
		readonly allowHttp: boolean;
		/** Address ranges that webhooks may reach although they are not public. */
		readonly allowCidrs: readonly string[];
	};
	readonly turn: TurnConfig;
	readonly mediaWorker: MediaWorkerConfig;
	/** DNS servers with optional port; undefined: those of the system. */
	readonly dnsResolvers: readonly string[] | undefined;
	/** Path of ffmpeg, `none` to do without; undefined: found through `PATH`. */
	readonly ffmpegPath: string | undefined;
	readonly providers: ProviderConfig;
	/** Compliance modes in which organizations may use providers outside the installation. */
	readonly aiAgreements: Agreements;
	/** Days for which the events of organizations are kept, 7…3650. */
	readonly eventsDays: number;
	/** Hours after which a live meeting that nobody ended is ended, 1…168. */
	readonly meetingMaxHours: number;
	/** Maximum size of all caches together, in MiB. */
	readonly cacheMb: number;
	/** Number of organizations whose recordings this process works on at once. */
	readonly processingConcurrency: number;
	/** Bytes that all uploads together may have announced and not sent yet. */
	readonly uploadPendingBytes: number;
	/** Seconds for which SIGTERM leaves the port open while the service says that it is not ready, 0…60. */
	readonly shutdownDelaySeconds: number;
	readonly log: { readonly level: Environment["LOG_LEVEL"]; readonly format: "json" | "pretty" };
	/** Bearer token of `GET /metrics`; undefined: loopback only. */
	readonly metricsToken: string | undefined;
	/** Base URL of an OTLP collector for traces. */
	readonly otlpEndpoint: string | undefined;
}
