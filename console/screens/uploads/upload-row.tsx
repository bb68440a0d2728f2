import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ProblemError } from "#client";
import { filenameOf } from "../../api/kept.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { texts } from "./texts.ts";
import { pause, proceed, remove, resume, type Upload } from "./uploads.ts";

/** One upload: how far it is, and what can be done about it. */
export function UploadRow({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
	const own = useOwnTexts(texts);
	const { kept, state, meetingId } = upload;
	const { id, name, orgId } = kept;
	const isOver = state === "finished";
	const giveUp = kept.kind === "recording" ? own.discardOf(name) : own.cancelOf(name);
	return (
		<li data-state={state}>
			<strong>{name}</strong>
			<span className="tray-actions">
				{(state === "sending" || state === "waiting") && (
					<IconButton icon="pause" label={own.pause(name)} onClick={() => void pause(id)} />
				)}
				{state === "paused" && <IconButton icon="play" label={own.resume(name)} onClick={() => resume(id)} />}
				<IconButton
					icon="close"
					label={isOver ? own.remove(name) : giveUp}
					onClick={isOver ? () => remove(id) : onCancel}
				/>
			</span>
			<State upload={upload} />
			{meetingId !== null && (
				<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId }}>
					{own.open}
				</Link>
			)}
		</li>
	);
}

function State({ upload: { kept, state, outcome, content, sentBytes, problem } }: { upload: Upload }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { id, name, kind } = kept;
	const total = content?.size ?? kept.sizeBytes;
	if (state === "finished") return <small>{own.outcomes[outcome]}</small>;
	if (state === "found") return kind === "recording" ? <FoundRecording id={id} /> : <FoundFile id={id} name={name} />;
	if (state === "failed")
		return (
			<>
				<p className="tray-problem" role="alert">
					{ProblemError.is(problem) ? problem.message : t.problem.offline}
				</p>
				<Button onClick={() => resume(id)}>{t.common.retry}</Button>
				{kind === "recording" && content && (
					<Button icon="download" onClick={() => save(content, filenameOf(kept))}>
						{own.saveFile}
					</Button>
				)}
			</>
		);
	return (
		<>
			<progress value={sentBytes} max={total} aria-label={name} />
			<small>
				{state === "sending"
					? own.sent(format.bytes(sentBytes), format.bytes(total))
					: state === "paused"
						? own.paused(format.bytes(sentBytes), format.bytes(total))
						: own.waiting}
			</small>
		</>
	);
}

/** A recording that the server refuses is not lost. */
function save(content: Blob, filename: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = filename;
	link.click();
	URL.revokeObjectURL(link.href);
}

/** The browser gives a page no file of a former one: the person has to choose it again. */
function FoundFile({ id, name }: { id: string; name: string }) {
	const own = useOwnTexts(texts);
	const [isOther, setIsOther] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<p>{isOther ? own.otherFile(name) : own.unfinished}</p>
			<Button icon="upload" onClick={() => input.current?.click()}>
				{own.chooseAgain}
			</Button>
			<input
				ref={input}
				type="file"
				hidden
				onChange={({ currentTarget: { files } }) => {
					const [file] = files ?? [];
					if (file) void proceed(id, file).then((isSame) => setIsOther(!isSame));
				}}
			/>
		</>
	);
}

function FoundRecording({ id }: { id: string }) {
	const own = useOwnTexts(texts);
	return (
		<>
			<p>{own.foundRecording}</p>
			<Button icon="upload" onClick={() => void proceed(id)}>
				{own.upload}
			</Button>
		</>
	);
}
