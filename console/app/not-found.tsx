import { Link } from "@tanstack/react-router";
import { Page } from "../ui/page.tsx";
import { useTexts } from "./texts.tsx";

export function NotFound() {
	const { t } = useTexts();
	return (
		<main className="alone">
			<Page title={t.problem.notFound} lead={t.problem.notFoundHint}>
				<Link className="button" data-kind="primary" to="/">
					{t.problem.toStart}
				</Link>
			</Page>
		</main>
	);
}
