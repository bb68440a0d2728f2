export { type Html, html } from "./html.ts";
export { ASSETS, type Page, type Pages } from "./page.ts";
export { answerWithPage, servePage } from "./routes.ts";
