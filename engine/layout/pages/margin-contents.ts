import type { BoxTree } from '../../boxes/box-tree.js'
import type { ImageResolver } from '../../boxes/image-resolver.js'
import type { GeneratedBlockContext } from '../../boxes/page-margin-content.js'
import type { StyledTree } from '../../style/styled-tree.js'
import type { PageLog, PageRecord } from './page-log.js'
import { valueOnPage } from './page-values.js'

/** What the `content` of page-margin boxes may refer to, page by page, when all pages are laid out. */
export class MarginContents {
  constructor(
    private readonly styled: StyledTree,
    private readonly boxes: BoxTree,
    private readonly log: PageLog,
    private readonly images: ImageResolver,
  ) {}

  of(record: PageRecord): GeneratedBlockContext {
    const { styled, boxes, images } = this
    const counters = this.log.countersOf(record)
    return {
      counters,
      nextId: () => boxes.nextId(),
      image: (url) => images.resolve(url, styled.tree.root.template.span),
      namedString: (name, position) => valueOnPage(record.strings, name, position) ?? '',
      runningElement: (name, position) => valueOnPage(record.running, name, position)?.boxes(counters) ?? [],
      anonymous: (parent, display) => styled.anonymous(parent, display),
    }
  }
}
