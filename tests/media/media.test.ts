import { describe, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { AppError } from "#kernel/errors";
import { type DecodedAudio, type Media, peaks } from "#modules/engines/media";
import { correlation, hasMediaPrograms, loudness, openMedia, samplesOf, useMediaFolder } from "../support/media.ts";

const media = await useMediaFolder();
const withFfmpeg = openMedia();
const alone = openMedia("none");
const spool = media.at("spool");
await mkdir(spool);
const signal = new AbortController().signal;
const limits = { directory: spool, signal, maxDurationMs: 3_600_000 };

const encode = (input: string, ...command: string[]) =>
	media.run("ffmpeg", "-v", "error", "-y", "-i", input, ...command);

/** Decodes a file, hands it to `use` and closes it. */
async function decoded<T>(by: Media, path: string, use: (audio: DecodedAudio) => T | Promise<T>): Promise<T> {
	const audio = await by.decode(path, limits);
	try {
		return await use(audio);
	} finally {
		await audio.close();
	}
}

/** Returns the code of the error that decoding ends with, `"decoded"` when it succeeds. */
async function outcome(by: Media, path: string, options: Partial<typeof limits> = {}): Promise<string> {
	try {
		const audio = await by.decode(path, { ...limits, ...options });
		await audio.close();
		return "decoded";
	} catch (error) {
		if (error instanceof AppError) return error.code;
		throw error;
	}
}

/** Names of files, how they are made from `slt.wav`, and whether they are read without ffmpeg. */
const FORMATS: readonly (readonly [name: string, encoder: readonly string[], contentType: string, alone: boolean])[] = [
	["speech.wav", ["-c:a", "pcm_s16le"], "audio/wav", true],
	["speech24.wav", ["-c:a", "pcm_s24le", "-ar", "44100"], "audio/wav", true],
	["phone.wav", ["-c:a", "pcm_mulaw", "-ar", "8000"], "audio/wav", true],
	["speech.webm", ["-c:a", "libopus"], "audio/webm", true],
	["live.webm", ["-c:a", "libopus", "-f", "webm", "-live", "1"], "audio/webm", true],
	["speech.mkv", ["-c:a", "libopus"], "audio/x-matroska", true],
	["speech.ogg", ["-c:a", "libopus"], "audio/ogg", true],
	["vorbis.ogg", ["-c:a", "libvorbis"], "audio/ogg", false],
	["speech.mp3", ["-c:a", "libmp3lame"], "audio/mpeg", true],
	["untagged.mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0", "-id3v2_version", "0"], "audio/mpeg", true],
	["speech.flac", ["-c:a", "flac"], "audio/flac", false],
	["speech.aac", ["-c:a", "aac"], "audio/aac", false],
	["speech.m4a", ["-c:a", "aac"], "audio/mp4", false],
	["lossless.m4a", ["-c:a", "alac"], "audio/mp4", false],
	["speech.mov", ["-c:a", "aac"], "audio/mp4", false],
	["fragmented.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"], "audio/mp4", false],
	["start.mp4", ["-c:a", "aac", "-movflags", "faststart"], "audio/mp4", false],
];

describe.skipIf(!hasMediaPrograms)("reading media (needs ffmpeg, flite and sox)", () => {
	for (const [name, encoder, contentType, isReadAlone] of FORMATS)
		test(`${name} sounds like what it was made from${isReadAlone ? ", with and without ffmpeg" : ""}`, async () => {
			await encode("slt.wav", ...encoder, name);
			const original = await decoded(withFfmpeg, media.at("slt.wav"), samplesOf);

			const probed = await withFfmpeg.probe(media.at(name), { signal });
			const heard = await decoded(withFfmpeg, media.at(name), samplesOf);

			expect(probed).toMatchObject({ contentType, kind: "audio", channels: 1, hasVideo: false });
			expect(Math.abs((probed.durationMs ?? 0) - original.length / 16)).toBeLessThan(100);
			expect(Math.abs(heard.length - original.length) / 16).toBeLessThan(100);
			expect(correlation(original, heard, 60)).toBeGreaterThan(0.95);
			if (!isReadAlone) {
				expect(await outcome(alone, media.at(name))).toBe("unsupported_media_type");
				return;
			}
			const heardAlone = await decoded(alone, media.at(name), samplesOf);
			expect(Math.abs(heardAlone.length - heard.length) / 16).toBeLessThan(100);
			expect(correlation(heard, heardAlone, 60)).toBeGreaterThan(0.98);
		});

	test("what takes ffmpeg says so where there is none", async () => {
		await encode("slt.wav", "-c:a", "aac", "hint.m4a");

		const attempt = alone.decode(media.at("hint.m4a"), limits);

		await expect(attempt).rejects.toThrow("Install ffmpeg");
	});

	test("the names of files mean nothing", async () => {
		await encode("slt.wav", "-c:a", "libopus", "-f", "webm", "a video, they say.mp4");

		const probed = await withFfmpeg.probe(media.at("a video, they say.mp4"), { signal });

		expect(probed).toMatchObject({ container: "matroska", contentType: "audio/webm", codec: "opus" });
	});

	test("the sound of a video is decoded, whatever its pictures are coded in", async () => {
		const picture = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=5", "-shortest"];
		await encode("slt.wav", ...picture, "-c:v", "libx264", "-c:a", "aac", "video.mp4");
		await encode("slt.wav", ...picture, "-c:v", "libvpx", "-c:a", "libopus", "video.webm");

		const mp4 = await withFfmpeg.probe(media.at("video.mp4"), { signal });
		const webm = await alone.probe(media.at("video.webm"), { signal });

		expect(mp4).toMatchObject({ contentType: "video/mp4", kind: "video", hasVideo: true, codec: "aac" });
		expect(webm).toMatchObject({ contentType: "video/webm", kind: "video", hasVideo: true, codec: "opus" });
		for (const [by, name] of [
			[withFfmpeg, "video.mp4"],
			[withFfmpeg, "video.webm"],
			[alone, "video.webm"],
		] as const)
			expect(await decoded(by, media.at(name), (audio) => loudness(audio, 0, 500, 2000))).toBeGreaterThan(0.02);
	});

	test("a video without sound is refused as such", async () => {
		await media.run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=duration=1:size=160x120", "mute.mp4");

		const outcomes = [await outcome(withFfmpeg, media.at("mute.mp4")), await outcome(alone, media.at("mute.mp4"))];

		expect(outcomes).toEqual(["media_has_no_audio", "media_has_no_audio"]);
	});

	test("sound that sets in later, or pauses, stays where its time says", async () => {
		await encode("slt.wav", "-c:a", "libopus", "-bsf:a", "noise=drop='between(pts,2000,4000)'", "paused.webm");

		for (const by of [withFfmpeg, alone])
			await decoded(by, media.at("paused.webm"), async (audio) => {
				expect(await loudness(audio, 0, 2200, 3800)).toBeLessThan(0.001);
				expect(await loudness(audio, 0, 4200, 5000)).toBeGreaterThan(0.02);
			});
	});
});

describe.skipIf(!hasMediaPrograms)("channels of a recording (needs ffmpeg, flite and sox)", () => {
	test("the two sides of a call stay apart", async () => {
		await media.run("sox", "rms.wav", "late.wav", "pad", "6");
		await media.run("sox", "-M", "slt.wav", "late.wav", "call.wav");
		await encode("call.wav", "-c:a", "libopus", "-b:a", "64k", "call.webm");

		for (const by of [withFfmpeg, alone])
			await decoded(by, media.at("call.webm"), async (audio) => {
				expect(audio.channels).toBe(2);
				expect(await loudness(audio, 0, 500, 5000)).toBeGreaterThan(10 * (await loudness(audio, 1, 500, 5000)));
				expect(await loudness(audio, 1, 6500, 9000)).toBeGreaterThan(10 * (await loudness(audio, 0, 6500, 9000)));
			});
	});

	test("mono written as stereo, two microphones in a room and an inverted copy are one sound", async () => {
		await media.run("sox", "slt.wav", "-c", "2", "double.wav");
		await encode("double.wav", "-c:a", "libmp3lame", "-joint_stereo", "0", "double.mp3");
		await media.run("sox", "slt.wav", "quiet.wav", "delay", "0.0007", "vol", "0.6", "lowpass", "5000");
		await media.run("sox", "-M", "slt.wav", "quiet.wav", "room.wav");
		await media.run("sox", "-M", "slt.wav", "-v", "-1", "slt.wav", "inverted.wav");

		const names = ["double.wav", "double.mp3", "room.wav", "inverted.wav"];
		const found = await Promise.all(
			names.map((name) =>
				decoded(withFfmpeg, media.at(name), async (audio) => [
					audio.channels,
					(await loudness(audio, 0, 500, 5000)) > 0.05,
				]),
			),
		);

		expect(found).toEqual(names.map(() => [1, true]));
	});

	test("silent channels are nobody's, but a recording of silence has one", async () => {
		await media.run("sox", "-M", "slt.wav", "-v", "0", "slt.wav", "half.wav");
		await media.run("sox", "-n", "-r", "48000", "-c", "2", "silence.wav", "trim", "0", "3");

		const half = await decoded(withFfmpeg, media.at("half.wav"), ({ channels }) => channels);
		const silence = await decoded(withFfmpeg, media.at("silence.wav"), ({ channels, durationMs }) => [
			channels,
			durationMs,
		]);

		expect(half).toBe(1);
		expect(silence).toEqual([1, 3000]);
	});

	test("eight channels are decoded, nine are refused", async () => {
		const voices = Array.from(
			{ length: 9 },
			(_, index) => `0.2*sin(${300 + 50 * index}*t)*between(t\\,${index / 4}\\,${(index + 1) / 4})`,
		);
		const tones = (count: number) => ["-f", "lavfi", "-i", `aevalsrc=${voices.slice(0, count).join("|")}:s=48000:d=3`];
		await media.run(
			"ffmpeg",
			"-v",
			"error",
			"-y",
			...tones(8),
			"-c:a",
			"libopus",
			"-mapping_family",
			"255",
			"eight.ogg",
		);
		await media.run("ffmpeg", "-v", "error", "-y", ...tones(9), "-c:a", "pcm_s16le", "nine.wav");

		const eight = await Promise.all(
			[withFfmpeg, alone].map((by) => decoded(by, media.at("eight.ogg"), (audio) => audio.channels)),
		);

		expect(eight).toEqual([8, 8]);
		expect(await outcome(withFfmpeg, media.at("nine.wav"))).toBe("unsupported_media_type");
		expect(await outcome(alone, media.at("nine.wav"))).toBe("unsupported_media_type");
	});

	test("a waveform is loud where the recording is", async () => {
		await media.run("sox", "slt.wav", "padded.wav", "pad", "5", "5");

		const waveform = await decoded(withFfmpeg, media.at("padded.wav"), (audio) => peaks(audio, 30));

		expect(waveform).toHaveLength(30);
		expect([...waveform.slice(0, 8), ...waveform.slice(-8)].every((peak) => peak <= 1)).toBe(true);
		expect(Math.max(...waveform)).toBeGreaterThan(30);
		expect(Math.max(...waveform)).toBeLessThanOrEqual(127);
	});
});
