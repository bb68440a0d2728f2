import { useEffect, useState } from "react";
import { useOwnTexts } from "../../app/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
/** A control for files takes them by itself. */
const isControl = ({ target }: DragEvent): boolean =>
	target instanceof Element && target.closest("[type=file]") !== null;

/** The files of a drop; folders have none. */
const filesOf = ({ dataTransfer }: DragEvent): readonly File[] =>
	[...(dataTransfer?.items ?? [])]
		.filter((item) => item.kind === "file" && item.webkitGetAsEntry()?.isDirectory !== true)
		.flatMap((item) => item.getAsFile() ?? []);

/** Takes files that are dropped anywhere. Where none are wanted they are refused: the browser would leave the page for them. */
export function DropZone({ isOpen, onDrop }: { isOpen: boolean; onDrop: (files: readonly File[]) => void }) {
	const own = useOwnTexts(texts);
	const [isOver, setIsOver] = useState(false);
	useEffect(() => {
		const over = (event: DragEvent) => {
			if (!hasFiles(event) || isControl(event)) return;
			event.preventDefault();
			if (event.dataTransfer) event.dataTransfer.dropEffect = isOpen ? "copy" : "none";
			setIsOver(isOpen);
		};
		const leave = ({ relatedTarget }: DragEvent) => {
			if (relatedTarget === null) setIsOver(false);
		};
		const drop = (event: DragEvent) => {
			setIsOver(false);
			if (!hasFiles(event) || isControl(event)) return;
			event.preventDefault();
			const files = filesOf(event);
			if (isOpen && files.length > 0) onDrop(files);
		};
		addEventListener("dragover", over);
		addEventListener("dragleave", leave);
		addEventListener("drop", drop);
		return () => {
			removeEventListener("dragover", over);
			removeEventListener("dragleave", leave);
			removeEventListener("drop", drop);
		};
	}, [isOpen, onDrop]);
	return isOver ? (
		<div className="drop-zone">
			<p>
				<Icon name="upload" />
				{own.drop}
			</p>
		</div>
	) : null;
}
