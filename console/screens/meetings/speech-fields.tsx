import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Checks } from "../../ui/checks.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import { languageOptions } from "../transcripts/languages.ts";
import type { Speech } from "./speech.ts";
import { speechTexts } from "./speech-texts.ts";

/** What becomes of speech: captions, its language, and translations; `speechOf` and `speechPatch` read what was chosen. */
export function SpeechFields({
	before,
}: {
	/** Null: of something new, which has captions where there is an engine for them. */
	before: Speech | null;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(speechTexts);
	const engines = useQuery(read("/configurations/ai-providers", {})).data;
	const isReady = engines?.transcription.some(({ available }) => available) ?? true;
	const isTranslated = engines?.translation.some(({ available }) => available) ?? true;
	const { orgId = "" } = useParams({ strict: false });
	const settings = useQuery({ ...read("/orgs/{orgId}/settings", { path: { orgId } }), enabled: before === null }).data;
	const usual = settings ? own.usualIs(format.language(settings.defaultLanguage)) : own.usual;
	const known = languageOptions(format);
	const withKnown = (tags: readonly string[]) => {
		const others = tags.filter((tag) => !known.some(([each]) => each === tag));
		return others.length === 0 ? known : languageOptions(format, [...others, ...known.map(([tag]) => tag)]);
	};
	const translateTo = before?.transcription.translateTo ?? [];
	return (
		<>
			<SwitchField
				key={`${before === null && isReady}`}
				label={own.captions}
				hint={isReady ? own.captionsHint : own.captionsNone}
				name="live"
				path="/transcription/live"
				defaultChecked={before?.transcription.live ?? isReady}
			/>
			<SelectField
				label={own.spoken}
				name="language"
				defaultValue={before?.language ?? ""}
				options={before ? withKnown([before.language]) : [["", usual], ...known]}
			/>
			<details className="more-fields">
				<summary>{own.translations}</summary>
				<div>
					{!isTranslated && <p className="field-hint">{own.translationsNone}</p>}
					<Checks label={own.translateTo} name="translateTo" options={withKnown(translateTo)} chosen={translateTo} />
				</div>
			</details>
		</>
	);
}
