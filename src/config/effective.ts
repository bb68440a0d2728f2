import { resolve } from "node:path";
import { readVariable } from "#kernel/env";
import { maskUrl } from "../log/mask.ts";
import { formatTaxRate } from "./billing.ts";
import { DEFAULT_RATE_LIMITS, type RateLimits } from "./rate-limits.ts";
import type { Config } from "./types.ts";
import { isVariableName, UNUSED, VARIABLES, type VariableName } from "./variables.ts";

/** A variable as it is in force. */
export interface EffectiveVariable {
	readonly name: VariableName;
	/** Null: not set, and no default. A secret is masked. */
	readonly value: string | null;
	/** Where the value comes from: a variable, a file named by `<NAME>_FILE`, or nobody set it. */
	readonly source: "environment" | "file" | "default";
	/** False: nothing in this version depends on it. */
	readonly used: boolean;
}

type Value = string | number | boolean | readonly string[] | undefined;

const MASKED = "***";
/** Masks a secret that is a URL: user, password and query are not shown. */
const shownUrl = (url: string | undefined) => url && maskUrl(url);
const hidden = (secret: unknown) => (secret === undefined ? undefined : MASKED);

/** Returns what is in force for each variable. A variable that is forgotten here does not compile. */
const READERS: { readonly [Name in VariableName]: (config: Config) => Value } = {
	HOST: ({ host }) => host,
	PORT: ({ port }) => port,
	PUBLIC_URL: ({ publicUrl }) => publicUrl.href,
	ALLOWED_HOSTS: ({ allowedHosts }) => allowedHosts,
	DATA_DIR: ({ dataDir }) => resolve(dataDir),
	DATABASE_URL: ({ databaseUrl }) => shownUrl(databaseUrl),
	DATABASE_POOL_SIZE: ({ databasePoolSize }) => databasePoolSize,
	REDIS_URL: ({ redisUrl }) => shownUrl(redisUrl),
	S3_ENDPOINT: ({ s3 }) => s3?.endpoint,
	S3_BUCKET: ({ s3 }) => s3?.bucket,
	S3_ACCESS_KEY_ID: ({ s3 }) => hidden(s3?.accessKeyId),
	S3_SECRET_ACCESS_KEY: ({ s3 }) => hidden(s3?.secretAccessKey),
	S3_REGION: ({ s3 }) => s3?.region,
	BACKUP_TO: ({ backup }) => (backup.isElsewhere ? "none" : backup.to),
	BACKUP_HOURS: ({ backup }) => backup.everyMs / 3_600_000,
	BACKUP_KEEP_DAYS: ({ backup }) => backup.keepMs / 86_400_000,
	BACKUP_PASSPHRASE: ({ backup }) => hidden(backup.passphrase),
	BACKUP_RECIPIENTS: ({ backup }) => backup.recipients,
	BACKUP_IDENTITY: ({ backup }) => hidden(backup.identity),
	BACKUP_S3_ENDPOINT: ({ backup }) => backup.s3?.endpoint,
	BACKUP_S3_ACCESS_KEY_ID: ({ backup }) => hidden(backup.s3?.accessKeyId),
	BACKUP_S3_SECRET_ACCESS_KEY: ({ backup }) => hidden(backup.s3?.secretAccessKey),
	BACKUP_S3_REGION: ({ backup }) => backup.s3?.region,
	BLOB_ENCRYPTION: ({ encryptBlobs }) => (encryptBlobs ? "on" : "off"),
	ENCRYPTION_KEY: ({ encryptionKeys }) => hidden(encryptionKeys),
	ADMIN_EMAIL: ({ admin }) => admin?.email,
	ADMIN_PASSWORD: ({ admin }) => hidden(admin?.password),
	PASSWORD_MIN_LENGTH: ({ passwordMinLength }) => passwordMinLength,
	ARGON2_MEMORY_KIB: ({ argon2 }) => argon2.memoryKib,
	ARGON2_TIME_COST: ({ argon2 }) => argon2.timeCost,
	SIGNUP: ({ signup }) => signup,
	OIDC_ISSUER: ({ oidc }) => oidc?.issuer,
	OIDC_AUDIENCE: ({ oidc }) => oidc?.audience,
	OIDC_CLIENT_ID: ({ oidc }) => oidc?.clientId,
	OIDC_CLIENT_SECRET: ({ oidc }) => hidden(oidc?.clientSecret),
	OIDC_SCOPES: ({ oidc }) => oidc?.scopes,
	OIDC_CLAIM_ORG_ID: ({ oidc }) => oidc?.claimNames.orgId,
	OIDC_CLAIM_ROLE: ({ oidc }) => oidc?.claimNames.role,
	OIDC_CLAIM_SCOPE: ({ oidc }) => oidc?.claimNames.scope,
	SMTP_URL: ({ smtp }) => shownUrl(smtp?.url),
	MAIL_FROM: ({ smtp }) => smtp?.from,
	TRUSTED_PROXIES: ({ trustedProxies }) => trustedProxies,
	CORS_ORIGINS: ({ corsOrigins }) => corsOrigins,
	RATE_LIMITS: ({ rateLimits }) => formatRateLimits(rateLimits),
	BILLING_ENFORCEMENT: ({ billingEnforcement }) => billingEnforcement,
	BILLING_TAX_RATES: ({ billing }) => billing.taxRates.map(formatTaxRate),
	BILLING_ISSUER: ({ billing }) => billing.issuer.lines.join("|") || undefined,
	BILLING_INSTRUCTIONS: ({ billing }) => billing.issuer.instructions.join("|") || undefined,
	STRIPE_SECRET_KEY: ({ billing }) => hidden(billing.stripe?.secretKey),
	STRIPE_WEBHOOK_SECRET: ({ billing }) => hidden(billing.stripe?.webhookSecret),
	STRIPE_API_BASE: ({ billing }) => billing.stripe?.apiBase.origin,
	WEBHOOK_ALLOW_HTTP: ({ webhooks }) => webhooks.allowHttp,
	WEBHOOK_ALLOW_CIDRS: ({ webhooks }) => webhooks.allowCidrs,
	DNS_RESOLVERS: ({ dnsResolvers }) => dnsResolvers,
	TURN_PORT: ({ turn }) => turn.port,
	TURN_HOST: ({ turn }) => turn.host,
	TURN_URL: ({ turn }) => turn.urls,
	// No secret, but many lines.
	TURN_TLS_CERT: ({ turn }) => hidden(turn.tls?.cert),
	TURN_TLS_KEY: ({ turn }) => hidden(turn.tls?.key),
	TURN_SECRET: ({ turn }) => hidden(turn.secret),
	TURN_MBIT: ({ turn }) => (turn.bytesPerSecond * 8) / 1e6,
	ICE_SERVERS: ({ turn }) => hidden(turn.others[0]),
	MEDIA_WORKER: ({ mediaWorker }) => (mediaWorker.isOn ? "on" : "off"),
	MEDIA_PORT: ({ mediaWorker }) => mediaWorker.port,
	MEDIA_HOST: ({ mediaWorker }) => mediaWorker.hosts,
	FFMPEG_PATH: ({ ffmpegPath }) => ffmpegPath,
	STT_PROVIDER: ({ providers }) => providers.speech.provider,
	STT_LIVE_PROVIDER: ({ providers }) => providers.speech.liveProvider,
	STT_URL: ({ providers }) => providers.speech.url,
	STT_API_KEY: ({ providers }) => hidden(providers.speech.apiKey),
	STT_MODEL: ({ providers }) => providers.speech.model,
	STT_WHISPER_SERVER: ({ providers }) => providers.speech.whisperServer,
	STT_CONCURRENCY: ({ providers }) => providers.speech.concurrency,
	STT_THREADS: ({ providers }) => providers.speech.threads,
	MODELS_DIR: ({ providers }) => resolve(providers.speech.modelsDir),
	TRANSLATE_PROVIDER: ({ providers }) => providers.translation.provider,
	TRANSLATE_URL: ({ providers }) => providers.translation.url,
	TRANSLATE_API_KEY: ({ providers }) => hidden(providers.translation.apiKey),
	LLM_URL: ({ providers }) => providers.llm.url,
	LLM_API_KEY: ({ providers }) => hidden(providers.llm.apiKey),
	LLM_MODEL: ({ providers }) => providers.llm.model,
	AI_AGREEMENTS: ({ aiAgreements }) => [...aiAgreements],
	SUMMARY_PROVIDER: ({ providers }) => providers.summary,
	EVENTS_DAYS: ({ eventsDays }) => eventsDays,
	MEETING_MAX_HOURS: ({ meetingMaxHours }) => meetingMaxHours,
	UPLOAD_PENDING_GB: ({ uploadPendingBytes }) => uploadPendingBytes / 1024 ** 3,
	PROCESSING_CONCURRENCY: ({ processingConcurrency }) => processingConcurrency,
	CACHE_MB: ({ cacheMb }) => cacheMb,
	SHUTDOWN_DELAY_SECONDS: ({ shutdownDelaySeconds }) => shutdownDelaySeconds,
	LOG_LEVEL: ({ log }) => log.level,
	LOG_FORMAT: ({ log }) => log.format,
	METRICS_TOKEN: ({ metricsToken }) => hidden(metricsToken),
	OTEL_EXPORTER_OTLP_ENDPOINT: ({ otlpEndpoint }) => otlpEndpoint,
};

/** Returns what is in force for every variable, with its source, in the order of their declaration. */
export function effectiveVariables(config: Config, names: readonly string[]): readonly EffectiveVariable[] {
	const set = new Set(names);
	return Object.keys(VARIABLES)
		.filter(isVariableName)
		.map((name) => {
			const source = set.has(name) ? "environment" : hasFile(set, name) ? "file" : "default";
			return { name, value: format(READERS[name](config)), source, used: !UNUSED.has(name) };
		});
}

/** Whether a file gives the variable a value; an empty one does not. */
const hasFile = (set: ReadonlySet<string>, name: VariableName): boolean =>
	set.has(`${name}_FILE`) && readVariable(name) !== undefined;

function format(value: Value): string | null {
	if (value === undefined || (typeof value === "object" && value.length === 0)) return null;
	return typeof value === "object" ? value.join(",") : String(value);
}

/** Writes limits as `RATE_LIMITS` is written: what differs from the defaults. */
function formatRateLimits({ enabled, policies }: RateLimits): string {
	if (!enabled) return "off";
	const changed = Object.values(policies).filter(({ name, quota, windowSeconds }) => {
		const initial = Object.values(DEFAULT_RATE_LIMITS).find((each) => each.name === name);
		return initial?.quota !== quota || initial.windowSeconds !== windowSeconds;
	});
	return changed.map(({ name, quota, windowSeconds }) => `${name}=${quota}/${windowSeconds}`).join(",") || "on";
}
