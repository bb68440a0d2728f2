export { createPagesModule } from "./module.ts";
export { UNSUBSCRIBE_PAGES } from "./unsubscribe-pages.ts";
