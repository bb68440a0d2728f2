import type { Config } from "../../config.ts";
import { maskUrl } from "../../log/mask.ts";
import { openBus } from "../../open.ts";
import type { Finding } from "./finding.ts";

/** Checks whether messages between instances get through. A warning when not: the database has all that matters. */
export async function checkBus(config: Config): Promise<readonly Finding[]> {
	const { redisUrl, databaseUrl } = config;
	if (redisUrl === undefined) return [];
	const check = "Redis";
	const place = maskUrl(redisUrl);
	if (databaseUrl.startsWith("sqlite:")) {
		return [{ check, verdict: "ok", detail: `${place} is not used: SQLite has one server` }];
	}
	const reasons: string[] = [];
	const bus = await openBus(config, new Uint8Array(32), (reason) => void reasons.push(reason));
	try {
		if (await bus.works()) return [{ check, verdict: "ok", detail: `${place} delivers messages and counts` }];
		const mend = "Check REDIS_URL: address, user, password, and for rediss:// the certificate (NODE_EXTRA_CA_CERTS).";
		const detail = `${place}: ${reasons.join()}; instances do not hear each other, or count each by itself`;
		return [{ check, verdict: "warn", detail, mend }];
	} finally {
		await bus.close();
	}
}
