import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { AppError } from "#kernel/errors";
import { forThisFile } from "../support/for-this-file.ts";
import { filesIn, hasMediaPrograms, openMedia, useMediaFolder } from "../support/media.ts";

const media = await useMediaFolder();
const withFfmpeg = openMedia();
const alone = openMedia("none");
const spool = media.at("spool");
await mkdir(spool);

const encode = (input: string, ...command: string[]) =>
	media.run("ffmpeg", "-v", "error", "-y", "-i", input, ...command);

/** Makes a long recording of silence out of ten seconds, without coding all of it. */
async function silence(name: string, seconds: number, ...format: string[]): Promise<void> {
	const ten = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "10", "-c:a", "libopus", "-b:a", "500"];
	await media.run("ffmpeg", "-v", "error", "-y", ...ten, "ten.mka");
	const repeated = ["-stream_loop", String(seconds / 10 - 1), "-i", "ten.mka", "-c", "copy"];
	await media.run("ffmpeg", "-v", "error", "-y", ...repeated, ...format, name);
}

/** Returns the code that decoding a file ends with under both decoders, `"decoded"` for success. */
const outcomes = (path: string, maxDurationMs = 3_600_000): Promise<string[]> =>
	Promise.all(
		[withFfmpeg, alone].map(async (by) => {
			try {
				const signal = new AbortController().signal;
				await (await by.decode(path, { directory: spool, signal, maxDurationMs })).close();
				return "decoded";
			} catch (error) {
				if (error instanceof AppError) return error.code;
				throw error;
			}
		}),
	);

/** Returns noise that is the same in every run: some keeps a decoder busy until its time is up. */
function noiseOf(length: number): Buffer {
	const hashes = Array.from({ length: Math.ceil(length / 64) }, (_, n) =>
		createHash("sha512").update(`noise ${n}`).digest(),
	);
	return Buffer.concat(hashes).subarray(0, length);
}

const REFUSED = ["unsupported_media_type", "unsupported_media_type"];
const UNREADABLE = ["media_unreadable", "media_unreadable"];

describe("what is no media", () => {
	const served: string[] = [];
	const server = Bun.serve({
		port: 0,
		fetch(request) {
			served.push(request.url);
			return new Response("");
		},
	});
	const url = server.url.href;

	const DISGUISED: readonly (readonly [name: string, content: string | Uint8Array])[] = [
		[
			"hls.mp3",
			`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:///etc/passwd\n#EXTINF:10.0,\n${url}a.ts\n#EXT-X-ENDLIST\n`,
		],
		["spaced.m4a", `\n\n#EXTM3U\n#EXTINF:10,\n${url}b.ts\n`],
		["concat.mp4", `ffconcat version 1.0\nfile '/etc/passwd'\nfile '${url}c'\n`],
		[
			"session.ogg",
			`v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${server.port} RTP/AVP 0\n`,
		],
		["dash.mp4", `<?xml version="1.0"?><MPD><BaseURL>${url}</BaseURL></MPD>`],
		["smil.webm", `<smil><body><audio src="file:///etc/passwd"/></body></smil>`],
		["page.webm", "<!doctype html><script>alert(1)</script>"],
		["picture.mp3", Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex")],
		["photo.mp4", Buffer.from("0000001c667479706865696300000000686569636d696631000000006d657461", "hex")],
		["program.wav", Buffer.concat([Buffer.from("7f454c4602010100", "hex"), Buffer.alloc(200)])],
		["archive.m4a", Buffer.from("504b0304140000000000000000000000000000000000000000000000", "hex")],
		["script.ogg", "#!/bin/sh\ncurl http://127.0.0.1/\n"],
		["words.mp3", "just some words, more than sixteen bytes of them"],
		[
			"tag.mp3",
			Buffer.concat([
				Buffer.from("49443304000000000400", "hex"),
				Buffer.from("<script>alert(1)</script>".padEnd(600, " ")),
			]),
		],
		["film.mp4", Buffer.concat([Buffer.from("RIFF\x24\x00\x00\x00AVI LIST", "latin1"), Buffer.alloc(100)])],
		["noise.flac", crypto.getRandomValues(new Uint8Array(50_000))],
	];

	for (const [name, content] of DISGUISED)
		test(`${name} is refused for its content, and nothing it names is read`, async () => {
			const path = await media.write(name, content);

			const found = await outcomes(path);

			expect(found).toEqual(REFUSED);
			expect(served).toEqual([]);
			expect(await filesIn(spool)).toEqual([]);
		});

	test("an empty file is unreadable", async () => {
		const path = await media.write("empty.webm", "");

		expect(await outcomes(path)).toEqual(UNREADABLE);
	});

	test("beginnings of media with nothing or nonsense behind are unreadable", async () => {
		const noise = noiseOf(20_000);
		const heads = {
			webm: Buffer.from(
				"1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff",
				"hex",
			),
			mp4: Buffer.from("00000020667479706d703432000000006d7034326d70343169736f6d69736f32ffffffff6d6f6f76", "hex"),
			ogg: Buffer.concat([
				Buffer.from("4f676753000200000000000000000100000000000000deadbeef0113", "hex"),
				Buffer.from("OpusHead\x01\x01"),
			]),
			wav: Buffer.from("52494646ffffffff57415645666d742010000000010001000100000002000000020010006461", "hex"),
			flac: Buffer.from("664c614300000022ffffffff", "hex"),
		};

		const found = await Promise.all(
			Object.entries(heads).flatMap(([name, head]) => [
				media.write(`head.${name}`, Buffer.concat([head, Buffer.alloc(16)])).then((path) => outcomes(path)),
				media.write(`noise.${name}`, Buffer.concat([head, noise])).then((path) => outcomes(path)),
			]),
		);

		const surprising = found.flat().filter((code) => !["media_unreadable", "unsupported_media_type"].includes(code));
		expect(surprising).toEqual([]);
		expect(await filesIn(spool)).toEqual([]);
	});

	test("the server was never asked", async () => {
		await server.stop(true);

		expect(served).toEqual([]);
	});
});

describe.skipIf(!hasMediaPrograms)("media that is not what it seems (needs ffmpeg, flite and sox)", () => {
	test("a file that is media and an archive at once is refused", async () => {
		await encode("slt.wav", "-c:a", "libopus", "speech.webm");
		const end = Buffer.from("504b0506000000000000000000000000000000000000", "hex");
		const path = await media.write("both.webm", Buffer.concat([await Bun.file(media.at("speech.webm")).bytes(), end]));

		expect(await outcomes(path)).toEqual(REFUSED);
	});

	test("a container that announces more than it holds is incomplete", async () => {
		await encode("slt.wav", "-c:a", "libopus", "whole.webm");
		await encode("slt.wav", "-c:a", "libmp3lame", "whole.mp3");
		await encode("slt.wav", "-c:a", "aac", "end.m4a");
		await encode("slt.wav", "-c:a", "aac", "-movflags", "faststart", "start.m4a");
		await encode("slt.wav", "-c:a", "flac", "whole.flac");

		const cuts = await Promise.all(["whole.webm", "whole.mp3", "end.m4a"].map((name) => media.cut(name, 0.5)));
		const found = await Promise.all(cuts.map((path) => outcomes(path)));
		const others = await Promise.all(
			["start.m4a", "whole.flac"].map(async (name) => outcomes(await media.cut(name, 0.5))),
		);

		expect(found).toEqual(cuts.map(() => UNREADABLE));
		expect(others.map(([code]) => code)).toEqual(["media_unreadable", "media_unreadable"]);
		expect(await filesIn(spool)).toEqual([]);
	});

	test("a live recording that was cut off is kept up to there", async () => {
		await encode("slt.wav", "-c:a", "libopus", "-f", "webm", "-live", "1", "live.webm");
		await encode("slt.wav", "-c:a", "libopus", "live.ogg");

		const found = await Promise.all(
			["live.webm", "live.ogg"].map(async (name) => outcomes(await media.cut(name, 0.6))),
		);

		expect(found.flat()).toEqual(["decoded", "decoded", "decoded", "decoded"]);
	});

	test("bytes that went bad in the middle harm nothing but themselves", async () => {
		await encode("slt.wav", "-c:a", "libopus", "sound.webm");
		const bytes = await Bun.file(media.at("sound.webm")).bytes();
		crypto.getRandomValues(bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 200));

		const found = await outcomes(await media.write("damaged.webm", bytes));

		expect(found.filter((code) => code !== "decoded" && code !== "media_unreadable")).toEqual([]);
		expect(await filesIn(spool)).toEqual([]);
	});
});

describe.skipIf(!hasMediaPrograms)("limits on decoding (needs ffmpeg, flite and sox)", () => {
	test("hours of silence in a small file are refused before they are decoded, or as soon as it shows", async () => {
		await silence("announced.webm", 7200);
		await silence("live.webm", 1200, "-f", "webm", "-live", "1");

		const announced = await outcomes(media.at("announced.webm"));
		const live = await outcomes(media.at("live.webm"), 600_000);

		expect([announced, live].flat()).toEqual(Array(4).fill("media_too_long"));
		expect(await filesIn(spool)).toEqual([]);
	});

	test("times that leap ahead do not fill the disk", async () => {
		await encode(
			"slt.wav",
			"-c:a",
			"libopus",
			"-bsf:a",
			"setts=ts='if(gt(TS,3000),TS+36000000,TS)'",
			"-f",
			"webm",
			"-live",
			"1",
			"leap.webm",
		);

		const found = await outcomes(media.at("leap.webm"), 60_000);

		expect(found.filter((code) => code === "decoded")).toEqual([]);
		expect(await filesIn(spool)).toEqual([]);
	});

	test("a cancelled decoding ends at once and leaves nothing behind", async () => {
		await silence("long.webm", 7200);

		for (const by of [withFfmpeg, alone]) {
			const cancelling = new AbortController();
			const decoding = by.decode(media.at("long.webm"), {
				directory: spool,
				signal: cancelling.signal,
				maxDurationMs: 7_300_000,
			});
			setTimeout(() => cancelling.abort(new Error("no longer needed")), 700);

			await expect(decoding).rejects.toThrow("no longer needed");
			expect(await filesIn(spool)).toEqual([]);
		}
	});

	test("decoding reports how far it is", async () => {
		await silence("progress.webm", 900);
		const reports: number[] = [];

		const signal = new AbortController().signal;
		const onProgress = (done: number) => void reports.push(done);
		const audio = await alone.decode(media.at("progress.webm"), {
			directory: spool,
			signal,
			maxDurationMs: 3_600_000,
			onProgress,
		});
		await audio.close();

		expect(reports.length).toBeGreaterThan(0);
		expect(reports).toEqual(reports.toSorted((a, b) => a - b));
		expect(reports.every((done) => done >= 0 && done <= 1)).toBe(true);
	});
});

/** A disk of its own, as far as this machine gives one. */
const disk = media.at("disk");
await mkdir(disk);
const hasDisk = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", disk], { stderr: "ignore" }).success;
await forThisFile({ close: () => hasDisk && Bun.spawnSync(["umount", "-l", disk]) });

describe.skipIf(!hasMediaPrograms || !hasDisk)(
	"a disk that fills while decoding (needs the right to mount one)",
	() => {
		test("is an error that passes, and nothing is left on it", async () => {
			await silence("quarter-of-an-hour.webm", 900, "-f", "webm", "-live", "1");

			for (const by of [withFfmpeg, alone]) {
				const signal = new AbortController().signal;
				const decoding = by.decode(media.at("quarter-of-an-hour.webm"), {
					directory: disk,
					signal,
					maxDurationMs: 3_600_000,
				});

				await expect(decoding).rejects.toMatchObject({ code: "unavailable" });
				expect(await filesIn(disk)).toEqual([]);
			}
		});
	},
);
