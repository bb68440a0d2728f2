import { areShortcutsOn, turnShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField } from "../../ui/field.tsx";
import { texts } from "./texts.ts";

/** All keys of the bench, and the switch that turns the single ones off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const keys: readonly [keys: readonly string[], text: string][] = [
		[["K", own.space], own.playKey],
		[["J"], t.transcript.back],
		[["L"], t.transcript.forward],
		[[",", "."], own.speedKeys],
		[["/"], t.transcript.search],
		[["E"], own.editKey],
		[[own.controlEnter], own.saveKey],
		[["Esc"], own.giveUpKey],
		[["?"], own.keys],
	];
	return (
		<Dialog title={own.keys} onClose={onClose}>
			<dl className="keys">
				{keys.map(([all, text]) => (
					<div key={text}>
						<dt>
							{all.map((key) => (
								<kbd key={key}>{key}</kbd>
							))}
						</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
			<SwitchField
				label={own.singleKeys}
				hint={own.singleKeysHint}
				name="singleKeys"
				defaultChecked={areShortcutsOn()}
				onChange={({ currentTarget }) => turnShortcuts(currentTarget.checked)}
			/>
		</Dialog>
	);
}
