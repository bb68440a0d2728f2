import { hasApertium, startApertium } from "#tests/support/apertium";
import { type Harness, openHarness, type SignedIn } from "#tests/support/harness";
import { openLibreServer } from "#tests/support/libretranslate";
import { MEETING } from "#tests/support/meeting";
import { transcripts } from "#tests/support/transcripts";
import { translationsOf } from "#tests/support/translations";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"sentences per second through the job of a translation and through Apertium alone; what the job costs beside the engine";
/** Required tools. */
export const needs: readonly Tool[] = [];

const SENTENCES = 600;
/** Segments of the transcript that is translated by an engine that takes no time. */
const SEGMENTS = 20_000;
const ROUNDS = 2;
/** As the adapter of Apertium sends them. */
const AT_ONCE = 100;

/** What a run took. */
interface Spent {
	readonly seconds: number;
	/** Of this process, without the engine. */
	readonly cpuSeconds: number;
}

/** Measures both in turns, and the job by itself with a stand-in that answers at once. */
export async function run(): Promise<void> {
	if (!hasApertium)
		throw new Error("Apertium is not installed: apt-get install apertium apertium-apy apertium-eng-spa");
	const apertium = await startApertium();
	const texts = sentences(SENTENCES);
	const env = { TRANSLATE_PROVIDER: "apertium", TRANSLATE_URL: apertium.url };
	const bare: Spent[] = [];
	const jobs: Spent[] = [];
	const api = await openHarness({ env });
	await translateBare(apertium.url, texts.slice(0, 20)); // Its pipelines start with the first text.
	for (let round = 0; round < ROUNDS; round++) {
		bare.push(await measured(() => translateBare(apertium.url, texts)));
		jobs.push(await translateByJob(api, texts));
	}
	await api.close();
	await apertium.close();
	const alone = await withStandIn();

	const best = (runs: readonly Spent[]): Spent => runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
	const [engine, job] = [best(bare), best(jobs)];
	const rowOf = (name: string, { seconds, cpuSeconds }: Spent, count: number) => [
		name,
		count / seconds,
		(cpuSeconds / count) * 1e6,
	];
	table(
		["", "sentences/s", "CPU µs each"],
		[
			rowOf("Apertium alone", engine, SENTENCES),
			rowOf("job with Apertium", job, SENTENCES),
			rowOf("job with an engine that takes no time", alone, SEGMENTS),
		],
	);
	figures("translation", {
		bare_per_s: SENTENCES / engine.seconds,
		job_per_s: SENTENCES / job.seconds,
		overhead: job.seconds / engine.seconds - 1,
		job_cpu_us: (job.cpuSeconds / SENTENCES) * 1e6,
		stand_in_per_s: SEGMENTS / alone.seconds,
		stand_in_cpu_us: (alone.cpuSeconds / SEGMENTS) * 1e6,
	});
}

/** Sentences of a meeting, each another. */
const sentences = (count: number): string[] =>
	Array.from({ length: count }, (_, at) => `${MEETING[at % MEETING.length]?.text ?? ""} That is item ${at}.`);

async function measured(work: () => Promise<unknown>): Promise<Spent> {
	const startMs = performance.now();
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return { seconds: (performance.now() - startMs) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** Sends the same requests as the job, two at once. */
async function translateBare(url: string, texts: readonly string[]): Promise<void> {
	const batches: string[][] = [];
	for (let from = 0; from < texts.length; from += AT_ONCE / 2) batches.push(texts.slice(from, from + AT_ONCE / 2));
	const next = async (): Promise<void> => {
		for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
			const body = new URLSearchParams({
				langpair: "eng|spa",
				q: batch.join("\n\n"),
				markUnknown: "no",
				format: "txt",
			});
			await (await fetch(`${url}/translate`, { method: "POST", body })).json();
		}
	};
	await Promise.all([next(), next()]);
}

async function translateByJob(api: Harness, texts: readonly string[]): Promise<Spent> {
	const owner = await api.createOrganization();
	const id = await imported(api, owner, texts);
	await translationsOf(api).request(owner, id);
	const spent = await measured(() => finished(api, owner, id));
	await transcripts.remove(owner, id);
	return spent;
}

/** Runs the turns of the job until the translation is ready. */
async function finished(api: Harness, owner: SignedIn, id: string): Promise<void> {
	for (;;) {
		await api.parley.services.jobs.runDue();
		const [row] = (await translationsOf(api).list(owner, id)).body.data;
		if (row.state === "ready") return;
		if (row.state === "failed") throw new Error(`the translation failed: ${row.failure}`);
	}
}

async function imported(api: Harness, owner: SignedIn, texts: readonly string[]): Promise<string> {
	const { token, orgId } = owner;
	const workspace = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Bench" } });
	const path = `/workspaces/${workspace.body.data.id}/meetings`;
	const { meeting } = (await api.request("POST", path, { token, body: { title: "Bench" } })).body.data;
	const segments = texts.map((text, at) => ({ startMs: at * 1_000, endMs: at * 1_000 + 900, text }));
	const file = JSON.stringify({ language: "en", segments });
	return (await transcripts.imported(owner, meeting.id, file, "application/json")).id;
}

async function withStandIn(): Promise<Spent> {
	const libre = openLibreServer();
	const api = await openHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
	try {
		return await translateByJob(api, sentences(SEGMENTS));
	} finally {
		await api.close();
		await libre.close();
	}
}
