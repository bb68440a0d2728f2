import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { outlasting, type RequestContext } from "#kernel/request-context";
import type { Media } from "#modules/engines/media";
import { type EngineInfo, type SpeechEngines, SpeechError, type SpeechToText } from "#modules/engines/speech";
import { readRedaction } from "#modules/governance/redaction";
import { assertWithin } from "#modules/tenancy/entitlements";
import { assertWritableOrganization, findOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { recordUsage } from "#platform/usage";
import { engineFailed, engineMissing, noOrganization, tookTooLong, tooManyAtOnce } from "./errors.ts";
import { facts } from "./facts.ts";
import { type AudioOptions, type FormPart, receiveForm } from "./form.ts";
import { listen, redactSpoken, type Spoken } from "./speech.ts";

/** Files of an organization that are worked on at once. */
const MAX_AT_ONCE = 4;
/** Longest audio of a file. */
const MAX_DURATION_MS = 4 * HOUR_MS;
/** A client that is still there after this has long given up. */
const MAX_WORK_MS = 30 * MINUTE_MS;

export interface AudioApiDeps {
	readonly media: Media;
	readonly engines: SpeechEngines;
}

/** What shall be done with a file. */
export interface AudioRequest {
	readonly task: "transcribe" | "translate";
	readonly parts: AsyncIterable<FormPart>;
	/** Aborts when the client leaves. */
	readonly signal: AbortSignal;
}

/** What was said, by whom it was heard, and how it shall be shown. */
export interface AudioResult {
	readonly spoken: Spoken;
	readonly options: AudioOptions;
	readonly engine: EngineInfo;
}

export type AudioApi = ReturnType<typeof createAudioApi>;

/** Creates the service that transcribes a file while its sender waits. Nothing of it is kept but its length. */
export function createAudioApi({ store, clock, spool, unitOfWork }: Core, { media, engines }: AudioApiDeps) {
	/** Number of files that are worked on, by organization. */
	const running = new Map<string, number>();

	/** Calls `work` unless too much is done for the organization. @throws `rate_limited` */
	async function admitted<T>(orgId: string, work: () => Promise<T>): Promise<T> {
		const others = running.get(orgId) ?? 0;
		if (others >= MAX_AT_ONCE) throw tooManyAtOnce(MAX_AT_ONCE);
		running.set(orgId, others + 1);
		try {
			return await work();
		} finally {
			const left = (running.get(orgId) ?? 1) - 1;
			if (left > 0) running.set(orgId, left);
			else running.delete(orgId);
		}
	}

	async function choose(orgId: string, task: AudioRequest["task"], language: string | null): Promise<SpeechToText> {
		const engine = await engines.choose({ orgId, language, task });
		if ("unavailable" in engine) throw engineMissing(engine.unavailable);
		return engine;
	}

	async function hear(orgId: string, directory: string, { task, parts, signal }: AudioRequest): Promise<AudioResult> {
		const path = join(directory, "input");
		const options = await receiveForm(parts, task, path);
		// Before the engine is chosen: a file that nobody can read is refused as such, whatever is installed.
		const audio = await media.decode(path, { directory, signal, maxDurationMs: MAX_DURATION_MS });
		try {
			const { language, prompt } = options;
			const engine = await choose(orgId, task, language);
			const spoken = await listen(engines.detectSpeech, { audio, engine, language, prompt, task, signal });
			return { spoken: task === "translate" ? { ...spoken, language: "en" } : spoken, options, engine: engine.info };
		} finally {
			await audio.close();
		}
	}

	return {
		/**
		 * Transcribes a file, or translates what is said in it into English, and records the use.
		 * @throws `forbidden`, `provider_not_configured`, `validation_failed`, `payload_too_large`, the errors of
		 * `Media.decode`, `rate_limited`, `unavailable`
		 */
		async run(context: RequestContext, request: AudioRequest): Promise<AudioResult> {
			const { orgId } = context.principal;
			if (orgId === null) throw noOrganization();
			const limit = AbortSignal.timeout(MAX_WORK_MS);
			const signal = AbortSignal.any([request.signal, limit]);
			const organization = await findOrganization(store.db, orgId);
			await assertWithin({ tx: store.db, nowMs: clock.nowMs() }, organization, "transcription_minutes", "any");
			const result = await admitted(orgId, async () => {
				const directory = await spool.directory();
				try {
					return await hear(orgId, directory.path, { ...request, signal });
				} catch (error) {
					if (limit.aborted) throw tookTooLong();
					throw error instanceof SpeechError ? engineFailed(error) : error;
				} finally {
					await directory.close();
				}
			});
			const redaction = await readRedaction(store.db, orgId);
			await unitOfWork.run(outlasting(context), async (change) => {
				await assertWritableOrganization(change.tx, orgId);
				const { engine, model } = result.engine;
				const { durationMs } = result.spoken;
				// Not the id of the request, which its sender chooses.
				const subject = `audio:${crypto.randomUUID()}`;
				const used = { meter: "transcriptionMs", quantity: durationMs, subject, occurredAtMs: change.nowMs } as const;
				await recordUsage(change.tx, orgId, { ...used, userId: change.principal.id });
				change.record(orgId, facts["audio.transcribe"], {
					id: null,
					auditedChanges: [
						{ path: "/task", from: null, to: request.task },
						{ path: "/engine", from: null, to: engine },
						{ path: "/model", from: null, to: model },
						{ path: "/durationMs", from: null, to: durationMs },
					],
				});
			});
			return { ...result, spoken: redactSpoken(result.spoken, redaction) };
		},
	};
}
