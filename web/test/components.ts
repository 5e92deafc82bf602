/** What every component test needs of the page: the styles. */
import '../src/ui/base.css';
