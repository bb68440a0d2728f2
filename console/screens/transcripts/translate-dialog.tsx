import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { languageOptions } from "./languages.ts";
import { texts } from "./texts.ts";
import { translateTexts } from "./translate-texts.ts";
import type { Translations } from "./translation.tsx";

const baseOf = (tag: string): string => tag.split("-")[0] ?? tag;

/** What the person is likely to want: a language they read that is not the spoken one, else English, or Spanish for what is English. */
function likelyOf(options: readonly (readonly [tag: string, name: string])[], language: string, spoken = "") {
	const wanted = [language, ...navigator.languages, "en", "es"].filter((tag) => baseOf(tag) !== baseOf(spoken));
	const tags = options.map(([tag]) => tag);
	return wanted.flatMap(
		(each) => tags.find((tag) => tag === each) ?? tags.find((tag) => tag === baseOf(each)) ?? [],
	)[0];
}

/** Asks into which language; where nothing translates, it says so instead. */
export function TranslateDialog({
	translation,
	spoken,
	onClose,
}: {
	translation: Translations;
	spoken: string | undefined;
	onClose: () => void;
}) {
	const { format, language } = useTexts();
	const own = useOwnTexts(translateTexts);
	const { into } = useOwnTexts(texts);
	const engines = useQuery(read("/configurations/ai-providers", {}));
	const usable = engines.data?.translation.filter(({ available }) => available);
	const known = usable?.flatMap(({ languages }) => languages ?? []);
	const made = new Set(translation.all.map((each) => each.language));
	const options = languageOptions(format, known).filter(([tag]) => !made.has(tag));
	// It opens when it has its first field, which gets the focus.
	if (engines.isPending) return null;
	if (usable?.length === 0) return <NoEngine onClose={onClose} />;
	return (
		<Dialog title={own.translateTitle} lead={own.translateLead} onClose={onClose}>
			<Form
				onSubmit={async ({ targetLanguage = "" }) => {
					await translation.request(targetLanguage);
					onClose();
				}}
			>
				{(busy) => (
					<>
						<SelectField
							label={into}
							name="targetLanguage"
							defaultValue={likelyOf(options, language, spoken)}
							options={options}
						/>
						<FormActions busy={busy} submit={own.start} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** Nothing translates here: says so before somebody chooses a language in vain. */
function NoEngine({ onClose }: { onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(translateTexts);
	const isSystemAdmin = useQuery(read("/auth/profile", {})).data?.systemAdmin === true;
	return (
		<Dialog title={own.translateTitle} onClose={onClose}>
			<Notice kind="info">
				<p>{own.noEngine}</p>
				{isSystemAdmin ? (
					<>
						<p>
							{own.setEngine} <code>TRANSLATE_PROVIDER</code>
						</p>
						<Link className="link" to="/system/health">
							{own.engines}
						</Link>
					</>
				) : (
					<p>{own.askForEngine}</p>
				)}
			</Notice>
			<footer className="form-actions">
				<Button onClick={onClose}>{t.common.close}</Button>
			</footer>
		</Dialog>
	);
}
