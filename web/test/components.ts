/** Set-up of every component test: the styles. */
import '../src/ui/base.css';
