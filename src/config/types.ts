import type { PublicUrl } from "#kernel/public-url";
import type { RateLimits } from "./rate-limits.ts";
import type { Environment } from "./variables.ts";

/** Blobs in an S3 bucket. */
export interface S3Config {
	readonly endpoint: string;
	readonly bucket: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly region: string;
}

/** The OIDC provider at `{auth_url}`. */
export interface OidcConfig {
	/** Exactly as in `iss`: https, or http on loopback. */
	readonly issuer: string;
	/** `aud` of the provider's access tokens that are meant for us. */
	readonly audience: string;
	/** undefined: tokens of the provider are accepted, but nobody can sign in through us. */
	readonly clientId: string | undefined;
	/** undefined: a public client (PKCE alone). */
	readonly clientSecret: string | undefined;
	/** Asked for when somebody signs in. */
	readonly scopes: readonly string[];
	/** The claims that carry what our own tokens call `org_id`, `role` and `scope`. */
	readonly claimNames: { readonly orgId: string; readonly role: string; readonly scope: string };
}

/** Who transcribes, translates and summarises. */
export interface ProviderConfig {
	readonly speech: {
		readonly provider: Environment["STT_PROVIDER"];
		readonly liveProvider: Environment["STT_LIVE_PROVIDER"];
		readonly url: string | undefined;
		readonly apiKey: string | undefined;
		readonly model: string | undefined;
		/** Path of the whisper-server program to start as a child. */
		readonly whisperServer: string | undefined;
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

/** What the operator decided. Made once by `loadConfig`, never changed. undefined: not configured. */
export interface Config {
	/** `NODE_ENV=production`. */
	readonly production: boolean;
	readonly host: string;
	/** 0…65,535; 0 takes a free port. */
	readonly port: number;
	readonly publicUrl: PublicUrl;
	/** Names a `Host` header may carry, lower case, without port, IPv6 in brackets. Holds the host of `publicUrl`. */
	readonly allowedHosts: readonly string[];
	readonly dataDir: string;
	/** `sqlite:<file>` or `postgres://…`. */
	readonly databaseUrl: string;
	/** undefined: this instance is alone. */
	readonly redisUrl: string | undefined;
	/** undefined: blobs lie in `dataDir`. */
	readonly s3: S3Config | undefined;
	/** 32 bytes; undefined: the key file of `dataDir` (`loadOrCreateEncryptionKey`). */
	readonly encryptionKey: Uint8Array | undefined;
	/** The first system administrator; undefined: the first start makes one up. */
	readonly admin: { readonly email: string; readonly password: string } | undefined;
	/** Who may register. */
	readonly signup: Environment["SIGNUP"];
	/** In code points. */
	readonly passwordMinLength: number;
	readonly argon2: { readonly memoryKib: number; readonly timeCost: number };
	readonly oidc: OidcConfig | undefined;
	/** undefined: no mail is sent. */
	readonly smtp: { readonly url: string; readonly from: string } | undefined;
	/** CIDRs of proxies whose `X-Forwarded-For` is believed. */
	readonly trustedProxies: readonly string[];
	/** Exact origins of foreign web pages that may call the API. */
	readonly corsOrigins: readonly string[];
	readonly rateLimits: RateLimits;
	/** Whether plan quotas are ignored, announced or enforced. */
	readonly billingEnforcement: Environment["BILLING_ENFORCEMENT"];
	readonly webhooks: {
		/** Lets webhooks go to http URLs. */
		readonly allowHttp: boolean;
		/** Private ranges that webhooks may reach all the same. */
		readonly allowCidrs: readonly string[];
	};
	/** DNS servers with optional port; undefined: those of the system. */
	readonly dnsResolvers: readonly string[] | undefined;
	readonly providers: ProviderConfig;
	readonly log: { readonly level: Environment["LOG_LEVEL"]; readonly format: "json" | "pretty" };
	/** Bearer token of `GET /metrics`; undefined: loopback only. */
	readonly metricsToken: string | undefined;
	/** Base URL of an OTLP collector for traces. */
	readonly otlpEndpoint: string | undefined;
}
