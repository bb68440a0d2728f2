import { readdirSync, readFileSync } from "node:fs";
import { MEETING, saidWords } from "#tests/support/meeting";
import { speak, wordErrorRate } from "#tests/support/spoken";
import { startWhisper } from "#tests/support/whisper";
import { buildIfStale } from "../scripts/build.ts";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { BINARY, serve, signIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "CPU from the upload of a recording to its transcript, against the engine alone on the same file";
/** Required tools. */
export const needs: readonly Tool[] = ["flite", "sox"];

const ROUNDS = 3;
/** How often the meeting is said in the recording: five minutes in all. */
const TIMES = 3;
/** Clock ticks per second of `/proc/*\/stat`. */
const TICKS = 100;

/** Returns the CPU seconds of a process and of everything it started, whether that lives or not. */
function cpuSeconds(pid: number): number {
	const stats = readdirSync("/proc").flatMap((name) => {
		if (!/^\d+$/.test(name)) return [];
		try {
			const fields = readFileSync(`/proc/${name}/stat`, "utf8")
				.replace(/^.*\) /s, "")
				.split(" ");
			const used = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
			return [{ pid: Number(name), parent: Number(fields[1]), used }];
		} catch {
			return []; // It has just ended.
		}
	});
	const ofTree = (root: number): number =>
		stats
			.filter((each) => each.parent === root)
			.reduce((sum, each) => sum + ofTree(each.pid), stats.find((each) => each.pid === root)?.used ?? 0);
	return ofTree(pid) / TICKS;
}

/** Lets the engine hear the file as a whole and returns what it heard. */
async function hearAlone(url: string, path: string): Promise<string> {
	const form = new FormData();
	form.set("file", Bun.file(path));
	form.set("response_format", "verbose_json");
	const response = await fetch(`${url}/audio/transcriptions`, { method: "POST", body: form });
	return String(((await response.json()) as { readonly text: string }).text);
}

/** Uploads the file, waits for its transcript and returns its text. */
async function transcribe(base: string, token: string, workspaceId: string, path: string): Promise<string> {
	const authorization = `Bearer ${token}`;
	const content = await Bun.file(path).bytes();
	const ask = async (method: string, at: string, body?: unknown) => {
		const response = await fetch(base + at, {
			method,
			headers: { authorization, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		return (await response.json()).data;
	};
	const announcement = { workspaceId, filename: "meeting.wav", contentType: "audio/wav", size: content.length };
	const { uploadId, meetingId } = await ask("POST", "/meetings/upload/init", announcement);
	const headers = {
		authorization,
		"tus-resumable": "1.0.0",
		"upload-offset": "0",
		"content-type": "application/offset+octet-stream",
	};
	await fetch(`${base}/uploads/${uploadId}`, { method: "PATCH", headers, body: content });
	for (;;) {
		const { state, artifacts } = await ask("GET", `/meetings/${meetingId}`);
		if (state === "failed") throw new Error("the recording could not be transcribed");
		if (state === "ready") {
			const at = `${base}/transcripts/${artifacts.transcript.transcriptId}?format=txt`;
			return (await fetch(at, { headers: { authorization } })).text();
		}
		await Bun.sleep(500);
	}
}

/** Transcribes the same file with the engine alone and with the pipeline around it, by turns. */
export async function run(): Promise<void> {
	await buildIfStale();
	const path = await speak(MEETING, { times: TIMES });
	const said = saidWords(
		Array.from({ length: TIMES }, () => MEETING.map(({ text }) => text))
			.flat()
			.join(" "),
	);
	const seconds = (Bun.file(path).size - 44) / 32_000;
	const whisper = await startWhisper();
	await withFolder(async (folder) => {
		const engine = { STT_PROVIDER: "openai", STT_URL: whisper.url, STT_MODEL: "whisper-tiny" };
		const program = await serve(BINARY, folder, 0, engine);
		const token = await signIn(program.url);
		const workspaceId = await workspaceOf(program.url, token);
		const alone: number[] = [];
		const engineOnly: number[] = [];
		const whole: number[] = [];
		let text = "";
		for (let round = 0; round < ROUNDS; round++) {
			const before = cpuSeconds(whisper.pid);
			await hearAlone(whisper.url, path);
			alone.push(cpuSeconds(whisper.pid) - before);
			const [engineBefore, ownBefore] = [cpuSeconds(whisper.pid), cpuSeconds(program.pid)];
			text = await transcribe(program.url, token, workspaceId, path);
			const heard = cpuSeconds(whisper.pid) - engineBefore;
			engineOnly.push(heard);
			whole.push(heard + cpuSeconds(program.pid) - ownBefore);
		}
		await program.kill();
		const perSecond = (values: readonly number[]) => median(values) / seconds;
		table(
			["CPU seconds per second of audio", ""],
			[
				["engine alone, the whole file", perSecond(alone)],
				["engine, in windows of speech", perSecond(engineOnly)],
				["upload to transcript, engine included", perSecond(whole)],
			],
		);
		const own = median(whole.map((value, round) => value - (engineOnly[round] ?? 0)));
		figures("pipeline", {
			ratio: median(whole) / median(alone),
			own_share: own / median(engineOnly),
			wer: wordErrorRate(said, saidWords(text.replace(/^\[.*?\]|^\S+ \d+:\d+.*$/gm, " "))),
			audio_seconds: Math.round(seconds),
		});
	}).finally(() => whisper.stop());
}

async function workspaceOf(base: string, token: string): Promise<string> {
	const post = async (at: string, body: object) => {
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
		return (await (await fetch(base + at, { method: "POST", headers, body: JSON.stringify(body) })).json()).data.id;
	};
	return post(`/orgs/${await post("/orgs", { name: "Measured", orgType: "business" })}/workspaces`, { name: "Speech" });
}
