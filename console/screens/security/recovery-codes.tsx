import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { texts } from "./texts.ts";

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	return (
		<>
			<ul className="codes" aria-label={own.recoveryCodes}>
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<CopyText text={codes.join(" ")} />
			<footer className="form-actions">
				<Button kind="primary" onClick={onDone}>
					{t.common.done}
				</Button>
			</footer>
		</>
	);
}
