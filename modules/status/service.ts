import { statfs } from "node:fs/promises";
import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import { sameSecret } from "#kernel/secrets";
import type { BuildInfo, MetricsSource, StatusLog } from "./ports.ts";
import type { Check, Readiness, Version } from "./schemas.ts";

/** What {@link createStatusService} is made of. */
export interface StatusDeps {
	readonly store: Store;
	/** The folder whose disk must not be full. */
	readonly dataDir: string;
	readonly metrics: MetricsSource;
	/** Who shows it may read the metrics; undefined: this machine only. */
	readonly metricsToken: string | undefined;
	readonly build: BuildInfo;
	readonly log: StatusLog;
}

/** How the caller of the metrics presents itself. */
export interface MetricsCaller {
	/** Address behind the trusted proxies; null when there is no socket. */
	readonly ip: string | null;
	/** The header as it was sent; null without it. */
	readonly authorization: string | null;
	/** The `Host` it asked for, perhaps with a port; null without it. */
	readonly host: string | null;
	/** Whether a proxy says that it passed the request on. */
	readonly isForwarded: boolean;
}

export type StatusService = ReturnType<typeof createStatusService>;

/** With less than that, SQLite may not be able to write its next transactions, nor to delete. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d{1,5})?$/i;

/** How the service is: for load balancers, operators and Prometheus. What only operators may know goes to the log. */
export function createStatusService({ store, dataDir, metrics, metricsToken, build, log }: StatusDeps) {
	let isDraining = false;
	/** Components that were last seen ill, so that the log tells of changes, not of probes. */
	const ill = new Set<string>();

	function check(name: Check["name"], reason: string | null, detail: string): Check {
		if (reason !== null && !ill.has(name)) log.warn("the service is not ready", { component: name, reason });
		if (reason === null && ill.delete(name)) log.info("ready again", { component: name });
		if (reason !== null) ill.add(name);
		return { name, ok: reason === null, detail: reason === null ? null : detail };
	}

	async function lookAround(): Promise<Check[]> {
		const [health, diskFault] = await Promise.all([store.health(), diskProblemOf(dataDir)]);
		const { pending } = health.migrations;
		const lacksMigrations = pending.length > 0;
		return [
			check("accepting", isDraining ? "stopping" : null, "The service is stopping."),
			check("database", health.ok || lacksMigrations ? null : health.detail, "The database cannot be used."),
			check("migrations", lacksMigrations ? pending.join(", ") : null, "The database lacks migrations."),
			check("disk", diskFault, "The disk of the data directory is full or cannot be read."),
		];
	}

	return {
		/** From now on not ready: a load balancer sends its requests elsewhere. */
		drain(): void {
			isDraining = true;
		},

		/** Whether it can serve. @throws `unavailable` with `meta.checks` when it cannot */
		async readiness(): Promise<Readiness> {
			const checks = await lookAround();
			if (checks.every(({ ok }) => ok)) return { ready: true, checks };
			throw new AppError("unavailable", "The service cannot serve now; error.meta.checks says why.", {
				meta: { checks },
			});
		},

		/** Which program this is. */
		version: (): Version => ({ name: "parley", ...build, bun: Bun.version, dialect: store.dialect }),

		/** MIME type of {@link StatusService.metrics}. */
		metricsType: metrics.contentType,

		/**
		 * The figures in the Prometheus text format. With a token configured whoever shows it may read them, else callers on
		 * this machine, by a name of this machine. A request that a proxy passed on is not one of those: behind a proxy here the
		 * whole world looks local, though it asks for our public name.
		 * @throws `forbidden`
		 */
		async metrics({ ip, authorization, host, isForwarded }: MetricsCaller): Promise<string> {
			const shown = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
			const isLocal = ip !== null && LOOPBACK.test(ip) && LOOPBACK_HOST.test(host ?? "") && !isForwarded;
			const isAllowed = metricsToken === undefined ? isLocal : sameSecret(shown, metricsToken);
			if (!isAllowed)
				throw new AppError(
					"forbidden",
					"Metrics need METRICS_TOKEN as bearer; without one, a caller on this machine that asks for localhost.",
				);
			return metrics.render();
		},
	};
}

/** Why nothing should be written to the folder's disk; null when all is well. */
async function diskProblemOf(folder: string): Promise<string | null> {
	try {
		const { bavail, bsize } = await statfs(folder);
		const freeBytes = bavail * bsize;
		return freeBytes < MIN_FREE_BYTES ? `${freeBytes} bytes free` : null;
	} catch (error) {
		return String(error);
	}
}
