/** What every component test needs of the page: the styles and the texts. */
import '../src/ui/base.css';
import '../src/i18n/setup.ts';
import '../src/i18n/table-texts.ts';
