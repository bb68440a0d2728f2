import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { useStore } from "../../app/use-store.ts";
import { CAPTION_CHOICES, type CaptionOptions, captionOptions, chooseCaptions } from "../../room/caption-options.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import { texts } from "./texts.ts";

/** How captions look to this reader; a choice acts at once. */
export function CaptionDisplay({ translateTo, onClose }: { translateTo: readonly string[]; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const options = useStore(captionOptions);
	const { translation, original, still } = options;
	const languages = [
		["original", own.original] as const,
		...translateTo.flatMap((tag) => [
			[`with ${tag}`, own.withOriginal(format.language(tag))] as const,
			[`only ${tag}`, own.only(format.language(tag))] as const,
		]),
	];
	const chosen = translation === null ? "original" : `${original ? "with" : "only"} ${translation}`;
	function chooseLanguages(value: string): void {
		const [how, tag = null] = value.split(" ");
		chooseCaptions({ translation: tag, original: how !== "only" });
	}
	const labels = {
		size: (value: string) => `${value} px`,
		contrast: (value: string) => own.contrasts[value as CaptionOptions["contrast"]],
		position: (value: string) => own.positions[value as CaptionOptions["position"]],
	};
	return (
		<Dialog title={own.display} onClose={onClose}>
			<div className="form">
				{(["size", "contrast", "position"] as const).map((name) => (
					<SelectField
						key={name}
						label={own.choices[name]}
						name={name}
						value={options[name]}
						onChange={({ currentTarget: { value } }) => chooseCaptions({ [name]: value })}
						options={CAPTION_CHOICES[name].map((value) => [value, labels[name](value)] as const)}
					/>
				))}
				{translateTo.length > 0 && (
					<SelectField
						label={own.languages}
						name="languages"
						value={chosen}
						onChange={({ currentTarget: { value } }) => chooseLanguages(value)}
						options={languages}
					/>
				)}
				<SwitchField
					label={own.still}
					hint={own.stillHint}
					name="still"
					checked={still}
					onChange={({ currentTarget: { checked } }) => chooseCaptions({ still: checked })}
				/>
			</div>
		</Dialog>
	);
}
