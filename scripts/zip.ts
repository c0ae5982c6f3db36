import { zip } from 'wxt'

for (const browser of ['chrome', 'firefox']) await zip({ browser, mode: 'production' })
