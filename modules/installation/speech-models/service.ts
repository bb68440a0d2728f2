import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import { UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import type { InstallableModel, ModelInstaller } from "./ports.ts";
import { type DownloadModelRequest, type ModelDownload, type SpeechModels, speechModelsFields } from "./schemas.ts";
import { isUnderWay, lockDownload, putDownload, readDownload, type StoredDownload, toDownload } from "./state.ts";
import { DOWNLOAD } from "./worker.ts";

interface SpeechModelsDeps extends Pick<Core, "store" | "unitOfWork" | "jobs"> {
	readonly installer: ModelInstaller;
}

export type SpeechModelsService = ReturnType<typeof createSpeechModelsService>;

/** Creates the service by which system administrators install models of speech recognition. */
export function createSpeechModelsService({ store, unitOfWork, jobs, installer }: SpeechModelsDeps) {
	async function enqueue({ tx, nowMs, afterCommit }: Change, { name, sizeBytes }: InstallableModel) {
		const download: StoredDownload = {
			id: crypto.randomUUID(),
			model: name,
			state: "queued",
			receivedBytes: 0,
			totalBytes: sizeBytes,
			bytesPerSecond: null,
			failure: null,
			requestedAtMs: nowMs,
			updatedAtMs: nowMs,
		};
		await putDownload(tx, download);
		const payload = { id: download.id, model: name };
		await jobs.enqueue(tx, { queue: DOWNLOAD, orgId: null, payload, maxAttempts: UNLIMITED_ATTEMPTS });
		afterCommit(() => jobs.wake(DOWNLOAD));
		return download;
	}

	return {
		/** Returns the models and the latest download. @throws `invalid_fields` */
		async get(fields: string | undefined) {
			const show = speechModelsFields.parse(fields);
			const [models, download] = await Promise.all([installer.list(), readDownload(store.db)]);
			return show({ models: models.map(toModel), download: download && toDownload(download) });
		},

		/** Begins to download a model. @throws `not_found` `state_conflict` */
		async start(context: RequestContext, { model: wanted }: DownloadModelRequest): Promise<ModelDownload> {
			const model = (await installer.list()).find(({ name }) => name === wanted);
			if (!model) throw new AppError("not_found", "There is no such model for this machine.");
			return unitOfWork.run(context, async (change) => {
				const latest = await lockDownload(change.tx);
				if (isUnderWay(latest))
					throw new AppError(
						"state_conflict",
						text("The model {model} is being downloaded.", { model: latest.model }),
						{
							meta: { state: latest.state },
						},
					);
				if (model.isInstalled)
					throw new AppError("state_conflict", text("The model {model} is installed.", { model: model.name }));
				const download = await enqueue(change, model);
				change.record(PLATFORM, facts["speech_model.download"], { id: model.name });
				return toDownload(download);
			});
		},

		/** Cancels the download. What has arrived is kept for the next. @throws `state_conflict` */
		async cancel(context: RequestContext): Promise<ModelDownload> {
			return unitOfWork.run(context, async (change) => {
				const latest = await lockDownload(change.tx);
				if (!isUnderWay(latest)) throw new AppError("state_conflict", "No model is being downloaded.");
				const cancelled: StoredDownload = { ...latest, state: "cancelled", updatedAtMs: change.nowMs };
				await putDownload(change.tx, cancelled);
				change.record(PLATFORM, facts["speech_model.cancel_download"], { id: latest.model });
				return toDownload(cancelled);
			});
		},
	};
}

const toModel = ({ isDefault, isInstalled, packages, ...shown }: InstallableModel): SpeechModels["models"][number] => ({
	...shown,
	default: isDefault,
	installed: isInstalled,
	packages: [...packages],
});
