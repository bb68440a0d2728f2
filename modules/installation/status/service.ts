import { statfs } from "node:fs/promises";
import type { Bus } from "#kernel/bus";
import { AppError } from "#kernel/errors";
import { sameSecret } from "#kernel/secrets";
import type { ObjectsProblem, ObjectsProof } from "#platform/blobs";
import type { MailHealth } from "#platform/mail";
import type { Core } from "#platform/module";
import type { BuildInfo, MetricsSource, StatusLog } from "./ports.ts";
import type { Check, Readiness, Version } from "./schemas.ts";

export interface StatusDeps extends Pick<Core, "store"> {
	/** Checked where it is shared. The service is ready without it, only slower. */
	readonly bus: Pick<Bus, "shared" | "isConnected">;
	/** Whether mails leave; null where none is sent. The service is ready all the same. */
	readonly mailHealth: Pick<MailHealth, "problem"> | null;
	/** Whether stored files are those of the installation; it logs the reason itself. */
	readonly objectsProof: Pick<ObjectsProof, "problem">;
	/** Folder whose disk is checked. */
	readonly dataDir: string;
	readonly metrics: MetricsSource;
	/** Bearer token that grants access to the metrics; undefined: callers on this machine only, if the service is local. */
	readonly metricsToken: string | undefined;
	/** Whether `PUBLIC_URL` names this machine only: a proxy in front of any other may look like a caller on it. */
	readonly isLocal: boolean;
	readonly build: BuildInfo;
	/** The installation that this process belongs to. */
	readonly installation: { readonly id: string };
	readonly log: StatusLog;
}

/** The caller of the metrics. */
export interface MetricsCaller {
	/** Client address behind the trusted proxies; null without a socket. */
	readonly ip: string | null;
	/** The `Authorization` header; null when absent. */
	readonly authorization: string | null;
	/** The `Host` header, possibly with a port; null when absent. */
	readonly host: string | null;
	/** Whether a header shows that a proxy forwarded the request. */
	readonly isForwarded: boolean;
}

export type StatusService = ReturnType<typeof createStatusService>;

/** With less free space, SQLite might be unable to write its next transactions, even to delete. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d{1,5})?$/i;

/**
 * Creates the service that reports health, metrics and version to load balancers, operators and Prometheus. Details for
 * operators only go to the log.
 */
export function createStatusService(deps: StatusDeps) {
	const { store, bus, mailHealth, objectsProof, dataDir, metrics, metricsToken, build, installation, log } = deps;
	let isDraining = false;
	/** Components that failed their last check, so that changes are logged rather than every probe. */
	const failing = new Set<string>();

	function check(name: Check["name"], reason: string | null, detail: string): Check {
		if (reason !== null && !failing.has(name)) log.warn("the service is not ready", { component: name, reason });
		if (reason === null && failing.delete(name)) log.info("the service is ready again", { component: name });
		if (reason !== null) failing.add(name);
		return { name, ok: reason === null, detail: reason === null ? null : detail };
	}

	/** Returns the checks of which each decides whether the service is ready, and whether a newer version has migrated. */
	async function runChecks() {
		const [health, diskProblem] = await Promise.all([store.health(), diskProblemOf(dataDir)]);
		const objects = objectsProof.problem;
		const { pending, newer } = health.migrations;
		const lacksMigrations = pending.length > 0;
		const checks = [
			check("accepting", isDraining ? "stopping" : null, "The service is stopping."),
			check("database", health.ok || lacksMigrations ? null : health.detail, "The database cannot be used."),
			check("migrations", lacksMigrations ? pending.join(", ") : null, "Migrations are pending."),
			check("disk", diskProblem, "The disk with the data directory is full or cannot be read."),
			{ name: "blobs" as const, ok: objects === null, detail: objects && sentenceOf(objects) },
		];
		return { checks, isOutdated: newer.length > 0 };
	}

	/** Returns the checks that do not decide whether the service is ready. */
	function hints(isOutdated: boolean): Check[] {
		const hint = (name: Check["name"], ok: boolean, detail: string): Check => ({
			name,
			ok,
			detail: ok ? null : detail,
		});
		return [
			...(bus.shared
				? [hint("bus", bus.isConnected, "Messages from other instances do not arrive: Redis cannot be reached.")]
				: []),
			...(mailHealth
				? [hint("mail", mailHealth.problem === null, "Mail cannot be sent; the log gives the reason.")]
				: []),
			...(isOutdated
				? [hint("version", false, "A newer version has migrated the database: replace this one by it soon.")]
				: []),
		];
	}

	return {
		/** Makes the service unready, so that load balancers send no more requests. */
		drain(): void {
			isDraining = true;
		},

		/** Returns the results of all checks. @throws `unavailable` with `meta.checks` when one fails */
		async readiness(): Promise<Readiness> {
			const { checks, isOutdated } = await runChecks();
			if (checks.every(({ ok }) => ok)) return { ready: true, checks: [...checks, ...hints(isOutdated)] };
			throw new AppError("unavailable", "The service is not ready; see error.meta.checks.", {
				meta: { checks },
			});
		},

		/** Returns the version of the program. */
		version: (): Version => ({
			name: "parley",
			...build,
			bun: Bun.version,
			dialect: store.dialect,
			installation: installation.id,
		}),

		/** MIME type of {@link StatusService.metrics}. */
		metricsType: metrics.contentType,

		/**
		 * Returns the metrics in the Prometheus text format. Requires the configured token; without one, a local service and a
		 * caller on this machine that uses a loopback name. Behind a proxy on this machine every client looks local, and a
		 * plain `proxy_pass` even sends a loopback name and no header of its own.
		 * @throws `forbidden`
		 */
		async metrics({ ip, authorization, host, isForwarded }: MetricsCaller): Promise<string> {
			const presented = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
			const isOnThisMachine = ip !== null && LOOPBACK.test(ip) && LOOPBACK_HOST.test(host ?? "") && !isForwarded;
			const isAllowed =
				metricsToken === undefined ? deps.isLocal && isOnThisMachine : sameSecret(presented, metricsToken);
			if (!isAllowed)
				throw new AppError(
					"forbidden",
					"Metrics require METRICS_TOKEN as the bearer token; without it, and only if PUBLIC_URL is a loopback address, callers on this machine may read them at localhost.",
				);
			return metrics.render();
		},
	};
}

const sentenceOf = ({ reason, hint }: ObjectsProblem): string =>
	`${reason.charAt(0).toUpperCase()}${reason.slice(1)}: ${hint}.`;

/** Returns the problem with the folder's disk; null when there is none. */
async function diskProblemOf(folder: string): Promise<string | null> {
	try {
		const { bavail, bsize } = await statfs(folder);
		const freeBytes = bavail * bsize;
		return freeBytes < MIN_FREE_BYTES ? `${freeBytes} bytes free` : null;
	} catch (error) {
		return String(error);
	}
}
