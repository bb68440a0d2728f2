import { openMailbox } from "#tests/support/mailbox";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"can the time of an answer tell a known address from an unknown one? AUC per operation, 0.5 is blind";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];

/** Pairs of requests per operation: the standard deviation of the AUC of two equal distributions is 0.026 then. */
const PAIRS = 250;
const WARM_UP = 20;

interface Operation {
	readonly name: string;
	/** `:orgId` is replaced by the organization; the request is then sent by its administrator. */
	readonly path: string;
	readonly body: (email: string) => unknown;
}

const OPERATIONS: readonly Operation[] = [
	{ name: "login", path: "/auth/login", body: (email) => ({ email, password: "not the right password" }) },
	{ name: "forgot", path: "/auth/forgot-password", body: (email) => ({ email }) },
	{
		name: "register",
		path: "/auth/register",
		body: (email) => ({ email, password: "a perfectly long password", name: "Somebody" }),
	},
	{ name: "invite", path: "/orgs/:orgId/invitations", body: (email) => ({ email, role: "member" }) },
	{ name: "resend", path: "/auth/verify-email/resend", body: (email) => ({ email }) },
];

/**
 * Returns the share of pairs in which a value of `a` exceeds one of `b`, ties counted as half: the area under the ROC
 * curve.
 */
function auc(a: readonly number[], b: readonly number[]): number {
	let above = 0;
	for (const x of a) for (const y of b) above += x > y ? 1 : x === y ? 0.5 : 0;
	return above / (a.length * b.length);
}

async function timeMs({ ready }: BenchmarkServer, { path, body }: Operation, email: string): Promise<number> {
	const { base = "", orgId = "", token = "" } = ready;
	const asAdministrator = path.includes(":orgId") && { authorization: `Bearer ${token}` };
	const startedAt = performance.now();
	const response = await fetch(base + path.replace(":orgId", orgId), {
		method: "POST",
		headers: { "content-type": "application/json", ...asAdministrator },
		body: JSON.stringify(body(email)),
	});
	await response.text();
	const tookMs = performance.now() - startedAt;
	if (response.status >= 500 || response.status === 422 || response.status === 403)
		throw new Error(`${path} answered ${response.status}`);
	return tookMs;
}

/**
 * Alternates known and unknown addresses, the first of each pair chosen at random, so that drift and other load affect
 * both equally.
 */
async function sample(server: BenchmarkServer, operation: Operation) {
	const known: number[] = [];
	const unknown: number[] = [];
	const timeKnown = async (n: number) => known.push(await timeMs(server, operation, `person${n + 1}@known.example`));
	const timeUnknown = async (n: number) =>
		unknown.push(await timeMs(server, operation, `person${n + 1}@${operation.name}.example`));
	for (let n = 0; n < PAIRS + WARM_UP; n++) {
		const turns = Math.random() < 0.5 ? [timeKnown, timeUnknown] : [timeUnknown, timeKnown];
		for (const turn of turns) await turn(n);
	}
	return { known: known.slice(WARM_UP), unknown: unknown.slice(WARM_UP) };
}

/** Runs the benchmark. */
export async function run(): Promise<void> {
	const mailbox = await openMailbox();
	await withFolder(async (DATA_DIR) => {
		const server = await startServer("parley", "accounts", { DATA_DIR, SMTP_URL: mailbox.url });
		try {
			await compare(server);
		} finally {
			await server.kill();
		}
	});
	await mailbox.close();
}

async function compare(server: BenchmarkServer): Promise<void> {
	const rows: (string | number)[][] = [];
	const measured: Record<string, number> = {};
	for (const operation of OPERATIONS) {
		const { known, unknown } = await sample(server, operation);
		const area = auc(known, unknown);
		rows.push([operation.name, median(known), median(unknown), area]);
		measured[`${operation.name}Auc`] = area;
	}
	table(["operation", "known p50 ms", "unknown p50 ms", "AUC"], rows);
	figures("auth-timing", measured);
}
